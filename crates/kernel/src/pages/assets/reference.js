// Draws the API reference, light or dark as the reader has it.
(() => {
  const place = document.getElementById("reference");
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
  const mono = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace";

  const light = {
    ink: "#1b2330", soft: "#566173", line: "#d9dfe8", page: "#ffffff", panel: "#f5f7fa", accent: "#1d5bc4",
    right: "#16202e", code: "#0f1722", good: "#1b6e3c", bad: "#b3261e", warn: "#8a5a00",
  };
  const night = {
    ink: "#e4e9f0", soft: "#a5b0c0", line: "#2c3747", page: "#10161f", panel: "#161e29", accent: "#84b1ff",
    right: "#0b1118", code: "#070b11", good: "#7ddba0", bad: "#ff9d96", warn: "#f0c274",
  };

  const theme = (c) => ({
    spacing: { unit: 5, sectionHorizontal: 32, sectionVertical: 28 },
    breakpoints: { small: "50rem", medium: "75rem", large: "105rem" },
    colors: {
      primary: { main: c.accent }, success: { main: c.good }, warning: { main: c.warn }, error: { main: c.bad },
      gray: { 50: c.panel, 100: c.line },
      text: { primary: c.ink, secondary: c.soft },
      border: { dark: c.line, light: c.line },
      responses: {
        success: { color: c.good, backgroundColor: c.panel, tabTextColor: "#7ddba0" },
        error: { color: c.bad, backgroundColor: c.panel, tabTextColor: "#ff9d96" },
        redirect: { color: c.warn, backgroundColor: c.panel, tabTextColor: "#f0c274" },
        info: { color: c.accent, backgroundColor: c.panel, tabTextColor: "#84b1ff" },
      },
      http: { get: "#1b6e3c", post: "#1d5bc4", put: "#8a4b00", patch: "#7a4500", delete: "#b3261e" },
    },
    schema: {
      linesColor: c.line, typeNameColor: c.soft, typeTitleColor: c.soft, requireLabelColor: c.bad,
      nestedBackground: c.panel, arrow: { color: c.soft },
    },
    typography: {
      fontSize: "16px", lineHeight: "1.55", fontFamily: font,
      headings: { fontFamily: font, fontWeight: "650" },
      code: { fontFamily: mono, fontSize: "14px", color: c.ink, backgroundColor: c.panel },
      links: { color: c.accent, visited: c.accent, hover: c.accent, textDecoration: "underline", hoverTextDecoration: "underline" },
    },
    sidebar: {
      width: "270px", backgroundColor: c.panel, textColor: c.ink, activeTextColor: c.accent,
      groupItems: { activeBackgroundColor: c.line, activeTextColor: c.ink },
      level1Items: { activeBackgroundColor: c.line, activeTextColor: c.ink },
      arrow: { color: c.soft },
    },
    rightPanel: { backgroundColor: c.right, textColor: "#e4e9f0" },
    codeBlock: { backgroundColor: c.code },
    fab: { backgroundColor: c.panel, color: c.accent },
  });

  const draw = () => {
    Redoc.init("/api/openapi.json", {
      nonce: place.dataset.nonce,
      theme: theme(dark.matches ? night : light),
      scrollYOffset: ".top",
      nativeScrollbars: true,
      requiredPropsFirst: true,
      jsonSampleExpandLevel: 3,
      pathInMiddlePanel: true,
      hideSchemaPattern: true,
    }, place, (fault) => { place.dataset.drawn = fault ? "no" : "yes"; });
  };
  draw();
  dark.addEventListener("change", () => location.reload());
})();
