/** What anyone may read without signing in. */
export { routeGuidePages } from './guide-pages.ts';
export { routeHealth } from './health.ts';
export { routeLandingPage, waysTo } from './landing-page.ts';
export { type Metric, Metrics } from './metrics.ts';
export { pagesForPeople } from './no-such-page.ts';
export { routePictures } from './picture-files.ts';
export { routeProblemPages } from './problem-pages.ts';
export { routePublicKeys } from './public-keys.ts';
export { routeReferencePages } from './reference-pages.ts';
