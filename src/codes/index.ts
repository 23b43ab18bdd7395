/** The codes on tickets, and the keys that sign them. */
export { checkKeys } from './check-keys.ts';
export {
  ALPHABET,
  ConfirmationCodes,
  codeAsWritten,
  confirmationCode,
  drawPassNumber,
  isPassNumber,
  looksLikeConfirmationCode,
  passCode,
  type TicketType,
} from './confirmation-code.ts';
export { IMPORTED_CODE, importedCode, otherImportedCodes } from './imported-code.js';
export { onlyReading, withoutMarks } from './keyboard-layouts.js';
export { drawLetters, drawOrderCode, OrderSecrets, readOrderCode } from './order-code.ts';
export { readTicketCode, TICKET_CODE_LENGTH } from './read-ticket-code.js';
export { readScannedCode } from './scanned-code.js';
export {
  currentKeySince,
  ensureSigningKey,
  findGateKeys,
  findKeys,
  isNeeded,
  type KeptKey,
  KeyRefused,
  KeyRing,
  lockCurrentKeyId,
  needKeysUntil,
  type RevokedKey,
  ROTATE_AFTER_MS,
  revokeKey,
  rotateKeys,
} from './signing-keys.ts';
export { spelledCode } from './spelled-code.js';
export { isSignedWith, signTicketCode, verifyScannedCode } from './ticket-code.ts';
export type { CodeClaims, PassClaims, TicketClaims, TicketCodeRefusal } from './ticket-code-types.ts';
export {
  BrokenKey,
  fromStoredKey,
  InvalidJwks,
  keysFromJwks,
  type TicketJwk,
  type TicketKey,
} from './ticket-keys.ts';
