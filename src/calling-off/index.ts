/** Calling off: every change of what takes place, with what follows from it for tickets and orders. */
export { callingOffJob } from './calling-off-job.ts';
export { type CallingOff, changeProgramme } from './change-programme.ts';
