// A certified OpenID provider (oidc-provider) on loopback, for drills and for a laptop. Whoever types a name is that
// person: `samir` is samir@DOMAIN and in the group of the same name, `unverified-…` has an e-mail that nobody has checked.
//
//     scripts/oidc-provider PORT REDIRECT_URI DOMAIN
//
// The client is `tenant-control` with the secret `only for drills and laptops`.
import http from 'node:http';

const [port, redirectUri, domain] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}`;
const { Provider } = await import(`${process.env.SSO_TOOLS}/node_modules/oidc-provider/lib/index.js`);

const provider = new Provider(issuer, {
  clients: [{
    client_id: 'tenant-control',
    client_secret: 'only for drills and laptops',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code'],
    response_types: ['code'],
  }],
  scopes: ['openid', 'email', 'profile', 'groups'],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
  features: { devInteractions: { enabled: false } },
  pkce: { required: () => true },
  cookies: { keys: ['only for drills and laptops'] },
  interactions: { url: (ctx, interaction) => `/interaction/${interaction.uid}` },
  findAccount: (ctx, id) => ({
    accountId: id,
    claims: () => ({
      sub: id,
      email: `${id}@${domain}`,
      email_verified: !id.startsWith('unverified'),
      name: id,
      groups: [id],
    }),
  }),
});

const page = (body) => `<!doctype html><meta charset="utf-8"><title>Sign in</title>${body}`;
const login = page('<form method="post"><label>Name <input name="login" autofocus></label><button>Sign in</button></form>');

async function interact(request, response) {
  const { prompt, params, grantId } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login' && request.method === 'GET') {
    response.setHeader('content-type', 'text/html');
    return response.end(login);
  }
  if (prompt.name === 'login') {
    let body = '';
    for await (const chunk of request) body += chunk;
    const accountId = new URLSearchParams(body).get('login');
    return provider.interactionFinished(request, response, { login: { accountId } }, { mergeWithLastSubmission: false });
  }
  // Nobody is asked for consent: the provider and its client belong to the same company.
  const { session } = await provider.interactionDetails(request, response);
  const grant = grantId ? await provider.Grant.find(grantId) : new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

const answer = provider.callback();
http.createServer((request, response) => {
  if (!request.url.startsWith('/interaction/')) return answer(request, response);
  return interact(request, response).catch((error) => {
    response.statusCode = 400;
    response.end(String(error));
  });
}).listen(Number(port), '127.0.0.1', () => console.log(`ready ${issuer}`));
