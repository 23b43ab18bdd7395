import { InvalidArgumentError } from 'commander';
import { isAddrSpec } from '../core/email.ts';
import { parseUuid, type Uuid } from '../core/uuid.ts';

/** Parsers for arguments of several commands. Each throws commander's InvalidArgumentError for a text it does not accept. */

export function parseId(text: string): Uuid {
  const id = parseUuid(text);
  if (id === undefined) throw new InvalidArgumentError('It must be a UUID.');
  return id;
}

export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new InvalidArgumentError('It must be a whole number from 1 to 9999.');
  return Number(text);
}

export function parseEmail(text: string): string {
  if (!isAddrSpec(text))
    throw new InvalidArgumentError('It must be an e-mail address, such as ada@example.com.');
  return text;
}
