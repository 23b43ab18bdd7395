/** How resellers sell: the Open Connectivity for Tours standard. */
export { octoRefusal, routeOcto } from './octo.ts';
