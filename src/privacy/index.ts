/** Personal data of visitors: its export and its erasure. */
export { erasePerson, exportPerson } from './person.ts';
export { countOutdatedContacts, retentionJob } from './retention.ts';
