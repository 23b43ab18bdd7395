import { resolve } from 'node:path';

/** A setting: the environment variable that gives it, and how the text of that becomes its value. */
export interface Setting<Value, Name extends string = string> {
  readonly variable: Name;
  /** `text` is undefined when the variable is not set. @throws SettingFault */
  read(text: string | undefined): Value;
}

/**
 * What is wrong with the text of a setting, and what would be right. Whoever reads the setting puts its name before it.
 */
export class SettingFault extends Error {}

/** Converts the text of a setting. @throws SettingFault */
export type Parse<Value> = (text: string) => Value;

/** A setting; `standard` is what counts when it is not set, as it would be written. */
export function setting<Value, const Name extends string>(
  variable: Name,
  parse: Parse<Value>,
  standard: string,
): Setting<Value, Name> {
  return { variable, read: (text = standard) => parse(text) };
}

/** A setting that need not be set. */
export function optional<Value, const Name extends string>(
  variable: Name,
  parse: Parse<Value>,
): Setting<Value | undefined, Name> {
  return { variable, read: (text) => (text === undefined ? undefined : parse(text)) };
}

export const text: Parse<string> = (given) => given;

/** The path of a file or folder, relative to where the service is started. */
export const path: Parse<string> = (given) => resolve(given);

export const onOff: Parse<boolean> = (given) => oneOf('on', 'off')(given) === 'on';

export function oneOf<const Choice extends string>(...choices: readonly Choice[]): Parse<Choice> {
  return (given) =>
    choices.find((each) => each === given) ?? refuseText(given, `is not one of ${choices.join(', ')}.`);
}

export function textUpTo(characters: number): Parse<string> {
  return (given) => {
    if ([...given].length > characters) throw new SettingFault(`is longer than ${characters} characters.`);
    return given;
  };
}

/** @param hint what would be right */
export function wholeNumber(
  what: string,
  least: number,
  most: number,
  hint = `Use a whole number from ${least} to ${most}.`,
): Parse<number> {
  return (given) => {
    const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
    return number >= least && number <= most ? number : refuseText(given, `is not ${what}. ${hint}`);
  };
}

/** A number with at most two decimals, from 0 to `most`, in hundredths. */
export function hundredths(what: string, most: number, hint: string): Parse<number> {
  return (given) => {
    const [, whole, decimals = ''] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(given) ?? [];
    const number = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
    return number <= most ? number : refuseText(given, `is not ${what}. ${hint}`);
  };
}

/** Texts separated by commas, without the spaces around them. */
export function commaSeparated(given: string): string[] {
  return given.split(',').map((each) => each.trim());
}

/** @throws SettingFault that quotes the text */
export function refuseText(given: string, fault: string): never {
  throw new SettingFault(`${JSON.stringify(given)} ${fault}`);
}
