/** Recounting what the rooms keep. */
export { type CheckFigures, checkMuseum } from './check.ts';
