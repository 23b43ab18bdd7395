import { type Assets, openAssets } from '../../pages/assets.ts';

/** What the page is made of. Verdicts and codes are read by the service's own files. */
export const gateAssets: Assets = openAssets([new URL('assets/', import.meta.url)], () => ({
  'verdict.js': new URL('../../gate/verdict.js', import.meta.url),
  'read-ticket-code.js': new URL('../../codes/read-ticket-code.js', import.meta.url),
}));
