import { InvalidArgumentError, Option } from 'commander';
import { type CalendarDay, parseCalendarDay } from '../core/calendar-day.ts';
import { emailRule, isAddrSpec } from '../core/email.ts';
import { parseUuid, type Uuid } from '../core/uuid.ts';
import { CommandFailed } from './failure.ts';

/**
 * Parsers for arguments of several commands. Each throws commander's InvalidArgumentError for a text it does not
 * accept.
 */

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
  if (!isAddrSpec(text)) throw new InvalidArgumentError(`It ${emailRule(text)}.`);
  return text;
}

export function parseDay(text: string): CalendarDay {
  const day = parseCalendarDay(text);
  if (day === undefined) throw new InvalidArgumentError('It must be a day, such as 2027-03-14.');
  return day;
}

/** `--limit`, of commands that list. */
export const limitOption = () =>
  new Option('--limit <count>', 'maximum number of entries').argParser(parseCount).default(30);

/** @throws CommandFailed when the options --from and --to are in the wrong order */
export function requireInOrder(from: CalendarDay | undefined, to: CalendarDay | undefined): void {
  if (from !== undefined && to !== undefined && to < from)
    throw new CommandFailed(`--to must not be before --from, which is ${from}.`, 2);
}
