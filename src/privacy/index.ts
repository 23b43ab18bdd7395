/** What is known of visitors, and that it is forgotten. */
export { erasePerson, findPerson, type KnownPerson } from './person.ts';
export { type RetentionOptions, retentionJob } from './retention.ts';
