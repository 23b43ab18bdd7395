import { inspect } from 'node:util';
import { Refusal } from '../core/refusal.ts';
import { problemOf } from '../doors/api/problems.ts';

/** A command can't do what it was asked to. The message is one line for the terminal. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Refusals by name, so that telling them apart loads none of the rooms they come from. */
const EXPECTED = new Set([
  'CommandFailed',
  'ConfigError',
  'StoreError',
  'StoreUnavailable',
  'AccountRefused',
  'BrokenKey',
  'MailRefused',
]);

export function exitCodeOf(error: unknown): number {
  return error instanceof CommandFailed ? error.exitCode : 1;
}

/** What to say on standard error: one line for a refusal, everything there is for a fault of the program. */
export function explain(error: unknown): string {
  if (error instanceof Refusal) return `museum: ${problemOf(error).detail}`;
  if (!(error instanceof Error) || !EXPECTED.has(error.name)) {
    return `museum: unexpected error\n${inspect(error)}`;
  }
  return `museum: ${error.message}`;
}
