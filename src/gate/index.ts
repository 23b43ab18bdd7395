/** The gate: who is let in. */

export { type ChangesCursor, readChangesCursor, writeChangesCursor } from './changes-cursor.ts';
export { type CountedVisitors, MOST_COUNTED, undoVisit, type VisitorCount } from './count-visitors.ts';
export { Gate, type GateOptions, NotAllAdmitted } from './gate.ts';
export type { GateCard } from './knowledge.ts';
export type { Attendance, Occupancy, QuarterHourOccupancy } from './occupancy.ts';
export type { CheckedIn, OfflineScan, Scan, Scanned } from './scan.ts';
export { identifyCode } from './scan.ts';
export type { ScanFigures } from './scan-tally.ts';
export { coverageOf, type GateKnowledge, getChanges, getSnapshot, type ImportedTicket } from './snapshot.ts';
export {
  listWrongAdmissions,
  type ReportedUndo,
  type ToldAdmission,
  undoAdmission,
} from './undo-admission.ts';
export { OVERRIDABLE } from './verdict.js';
export type { Decision, EntryRule, PassAtGate, Passage, Reentry, VerdictCategory } from './verdict-types.ts';
