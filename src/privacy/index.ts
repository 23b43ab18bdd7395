/** Personal data of visitors: its export and its erasure. */
export { erasePerson, exportPerson } from './person.ts';
export { retentionJob } from './retention.ts';
