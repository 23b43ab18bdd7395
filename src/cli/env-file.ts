import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Sentences about lines of the file `.env` in the working directory that are not read as they look. */
export function oddLinesHere(): string[] {
  const file = resolve('.env');
  return existsSync(file) ? oddLines(readFileSync(file, 'utf8')) : [];
}

/** The sentences quote no values, which may be passwords. */
export function oddLines(text: string): string[] {
  const lines = text.split('\n');
  const odd: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = (lines[index] as string).trim();
    if (line === '' || line.startsWith('#')) continue;
    const fault = faultOf(line);
    if (fault !== undefined) odd.push(`.env, line ${index + 1}: ${fault}`);
    index = lastLineOf(lines, index);
  }
  return odd;
}

function faultOf(line: string): string | undefined {
  const [, name, value = ''] = /^([^=]*)=\s*(.*)$/.exec(line) ?? [];
  if (name === undefined) return 'the line has no = and is ignored. Write settings as NAME=VALUE.';
  if (/^['"`]/.test(value) || !value.includes('#')) return undefined;
  return `the value of ${name.trim()} ends before the #. If the # is part of the value, put the value in single quotes.`;
}

/** The last line of a setting: a quoted value may span several lines. */
function lastLineOf(lines: readonly string[], first: number): number {
  const [, quote, rest = ''] = /^[^=]*=\s*(['"`])(.*)$/.exec(lines[first] as string) ?? [];
  if (quote === undefined || rest.includes(quote)) return first;
  const last = lines.findIndex((line, index) => index > first && line.includes(quote));
  return last === -1 ? first : last;
}
