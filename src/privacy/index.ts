/** Personal data of visitors: its export and its erasure. */
export {
  type ErasurePreview,
  erasePass,
  erasePerson,
  exportPass,
  exportPerson,
  type KnownPerson,
  previewErasure,
} from './person.ts';
export { countOutdatedContacts, retentionJob } from './retention.ts';
