/** Recounting what the rooms keep. */
export { type AuditFigures, auditMuseum } from './check.ts';
