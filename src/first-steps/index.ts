/** What a new museum does first, and the ticket with which it tries its gate. */
export {
  FIRST_STEPS,
  type FirstStep,
  findFirstSteps,
  isFirstStep,
  markTried,
  putAside,
} from './first-steps.ts';
export { findTrial, sellTrial, type Trial, trialJob } from './trial.ts';
