/** The gate's page: any browser lets visitors in, with or without a network. */
export { gateAssets } from './gate-assets.ts';
export { routeGatePages } from './gate-pages.ts';
