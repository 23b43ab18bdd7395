export type { Job, JobFigures } from './job-runner.ts';
export { Jobs, type JobsOptions } from './jobs.ts';
export { type Lease, LeaseLost } from './lease.ts';
