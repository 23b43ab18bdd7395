/** The desk: pages for staff. */
export { routeDesk } from './desk.ts';
export { deskAssets } from './desk-page.ts';
export { deskRefusalRenderer } from './refusals.ts';
