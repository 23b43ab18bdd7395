import { randomUUID } from 'node:crypto';
import { drawLetters } from '../../../codes/index.ts';
import type { Members } from './likeness.ts';

/** New codes that do what was asked for: the one that was sent, or as many as are drawn. */
export function madeCodes({ createdAt }: Members, { code, count = 1, prefix = '' }: Members): Members[] {
  return Array.from({ length: Number(count) }, () => {
    const made = { codeId: randomUUID(), code: code ?? `${prefix}${drawLetters(10)}`, createdAt };
    return { ...made, uses: null, used: 0, enabled: true };
  });
}
