// Settings of @hey-api/openapi-ts. The document is given on the command line.
export default {
  output: { path: 'src/generated', importFileExtension: '.js' },
  logs: { file: false },
  plugins: [
    { name: '@hey-api/typescript', enums: false },
    { name: '@hey-api/client-fetch', throwOnError: true },
    {
      name: '@hey-api/sdk',
      responseStyle: 'data',
      operations: { strategy: 'single', containerName: 'Operations', methods: 'instance' },
    },
  ],
};
