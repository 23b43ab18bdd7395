/** The gate's page: any browser lets visitors in, with or without a network. */
export { gateAssets } from './gate-assets.ts';
export { type GatePagesOptions, routeGatePages } from './gate-pages.ts';
