/** Recounting what the rooms keep. */
export { type CheckFigures, checkMuseum, wasEverUsed } from './check.ts';
