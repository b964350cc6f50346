export { TenantControl, versionTag, type TenantControlOptions } from './client.js';
export { paginate, type Page } from './pages.js';
export * from './problems.js';
export { InvalidSignature, Webhook } from './webhooks.js';
export type * from './generated/types.gen.js';
