import { readFileSync } from 'node:fs';
import type { Decision, Known } from '../../src/gate/verdict-types.ts';

/** One line of docs/gate-verdicts.json. */
export interface VerdictCase {
  readonly name: string;
  readonly known: Known;
  readonly decision: Decision;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T/;

/** What the gate says, case by case; instants in milliseconds, as src/gate/verdict.js takes and gives them. */
export function verdictCases(): VerdictCase[] {
  const text = readFileSync(new URL('../../docs/gate-verdicts.json', import.meta.url), 'utf8');
  const { usual, cases } = JSON.parse(text, (_, value) =>
    typeof value === 'string' && INSTANT.test(value) ? Date.parse(value) : value,
  );
  return cases.map(({ known, ...rest }: VerdictCase) => ({ ...rest, known: { ...usual, ...known } }));
}
