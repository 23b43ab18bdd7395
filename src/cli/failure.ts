import { inspect } from 'node:util';
import { Refusal } from '../core/refusal.ts';
import { problemOf } from '../web/api/problems.ts';

/** Thrown when a command fails for an expected reason. The message is one line for the terminal. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Expected errors by name, so that recognising them does not load the rooms that they come from. */
const EXPECTED = new Set([
  'CommandFailed',
  'ConfigError',
  'StoreError',
  'StoreUnavailable',
  'AccountRefused',
  'ImportRefused',
  'BrokenKey',
  'KeyRefused',
  'MailRefused',
]);

export function exitCodeOf(error: unknown): number {
  return error instanceof CommandFailed ? error.exitCode : 1;
}

/** The text for standard error: one line for an expected error, the stack for a fault of the program. */
export function explain(error: unknown): string {
  if (error instanceof Refusal) return `museum: ${problemOf(error).detail}`;
  if (!(error instanceof Error) || !EXPECTED.has(error.name)) {
    return `museum: unexpected error\n${inspect(error)}`;
  }
  return `museum: ${error.message}`;
}
