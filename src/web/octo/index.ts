/** How resellers sell: the Open Connectivity for Tours standard. */
export { octoRefusal, octoRefusals } from './errors.ts';
export { routeOcto } from './octo.ts';
