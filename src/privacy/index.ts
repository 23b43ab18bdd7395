/** Personal data of visitors: its export and its erasure. */
export { erasePerson, findPerson } from './person.ts';
export { retentionJob } from './retention.ts';
