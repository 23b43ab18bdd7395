/** The API: the interface of the museum for programs. */
export { routeApi } from './api.ts';
export { BASE_PATH, MOCK_BASE_PATH } from './contract/index.ts';
export { headerSignIn } from './credentials.ts';
export { explainedProblems } from './explained-problems.ts';
export { routeMock } from './mock/index.ts';
export type { MockRules } from './mock/mock-handlers.ts';
export { personFile } from './person-file.ts';
export { problemAnswer } from './problems.ts';
export { limitRate } from './rate-limit.ts';
export { showMessage } from './webhooks/messages.ts';
