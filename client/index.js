export { ConnectionError, ProblemError } from './errors.js';
export { MuseumClient } from './museum-client.js';
export { verifyWebhook, WebhookVerificationError } from './webhook.js';
