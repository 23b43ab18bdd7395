export type { Job } from './job-runner.ts';
export { Jobs } from './jobs.ts';
export { type Lease, LeaseLost } from './lease.ts';
