/** What is known of visitors, and that it is forgotten. */
export { erasePerson, findPerson } from './person.ts';
export { retentionJob } from './retention.ts';
