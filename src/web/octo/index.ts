/** How resellers sell: the Open Connectivity for Tours standard. */
export { octoRefusal, octoRefusals, routeOcto } from './octo.ts';
