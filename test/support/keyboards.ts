/** A hand scanner at a computer: what the one types and the other shows, character by character. */
export interface Keyboards {
  readonly name: string;
  /** What arrives of a scanner's KEYS. */
  readonly arrives: string;
  /** The arrangements of scanner and computer, as the gate names them. */
  readonly layouts: readonly [string, string];
}

const KEYS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-abcdefghijklmnopqrstuvwxyz';

const UNCHANGED = 'abcdefghijklmnopqrstuvwxyz';

/** US is the factory setting of scanners. The letters in small are those of confirmation codes. */
export const KEYBOARDS: readonly Keyboards[] = [
  {
    name: 'US on German',
    arrives: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXZYßabcdefghijklmnopqrstuvwxzy',
    layouts: ['QWERTY', 'QWERTZ'],
  },
  {
    name: 'US on French',
    arrives: 'à&é"\'(-è_çQBCDEFGHIJKL?NOPARSTUVZXYW)qbcdefghijkl,noparstuvzxyw',
    layouts: ['QWERTY', 'AZERTY'],
  },
  {
    name: 'US on Belgian',
    arrives: 'à&é"\'(§è!çQBCDEFGHIJKL?NOPARSTUVZXYW)qbcdefghijkl,noparstuvzxyw',
    layouts: ['QWERTY', 'AZERTY'],
  },
  {
    name: 'German on French',
    arrives: 'à&é"\'(-è_çQBCDEFGHIJKL?NOPARSTUVZXWY!qbcdefghijkl,noparstuvzxwy',
    layouts: ['QWERTZ', 'AZERTY'],
  },
  {
    name: 'French on US',
    arrives: ')!@#$%^&*(QBCDEFGHIJKL:NOPARSTUVZXYW6qbcdefghijkl;noparstuvzxyw',
    layouts: ['AZERTY', 'QWERTY'],
  },
  {
    name: 'French on German',
    arrives: '=!"§$%&/()QBCDEFGHIJKLÖNOPARSTUVYXZW6qbcdefghijklönoparstuvyxzw',
    layouts: ['AZERTY', 'QWERTZ'],
  },
  {
    name: 'French on Swiss',
    arrives: '=+"*ç%&/()QBCDEFGHIJKLéNOPARSTUVYXZW6qbcdefghijklönoparstuvyxzw',
    layouts: ['AZERTY', 'QWERTZ'],
  },
  {
    name: 'Belgian on Spanish',
    arrives: '=!"·$%&/()QBCDEFGHIJKLÑNOPARSTUVZXYW¡qbcdefghijklñnoparstuvzxyw',
    layouts: ['AZERTY', 'QWERTY'],
  },
  {
    name: 'French on Italian',
    arrives: '=!"£$%&/()QBCDEFGHIJKLçNOPARSTUVZXYW6qbcdefghijklònoparstuvzxyw',
    layouts: ['AZERTY', 'QWERTY'],
  },
  {
    name: 'French on British',
    arrives: ')!"£$%^&*(QBCDEFGHIJKL:NOPARSTUVZXYW6qbcdefghijkl;noparstuvzxyw',
    layouts: ['AZERTY', 'QWERTY'],
  },
];

/** With Caps Lock, which also turns the digits on many computers. What it does to a hyphen differs. */
export const WITH_CAPS_LOCK: readonly Keyboards[] = [
  {
    name: 'US on German with Caps Lock',
    arrives: '=!"§$%&/()abcdefghijklmnopqrstuvwxzy',
    layouts: ['QWERTY', 'QWERTZ'],
  },
  {
    name: 'US on French with Caps Lock',
    arrives: '0123456789qbcdefghijkl,noparstuvzxyw',
    layouts: ['QWERTY', 'AZERTY'],
  },
  {
    name: 'German on German with Caps Lock',
    arrives: `=!"§$%&/()${UNCHANGED}`,
    layouts: ['QWERTZ', 'QWERTZ'],
  },
  {
    name: 'French on French with Caps Lock',
    arrives: `à&é"'(-è_ç${UNCHANGED}`,
    layouts: ['AZERTY', 'AZERTY'],
  },
];

/** What arrives of a text that the scanner has read. */
export function typedWith({ arrives }: Keyboards, text: string): string {
  return Array.from(text, (character) => arrives[KEYS.indexOf(character)] ?? character).join('');
}

export function keyboardsNamed(name: string): Keyboards {
  const found = [...KEYBOARDS, ...WITH_CAPS_LOCK].find((each) => each.name === name);
  if (found === undefined) throw new Error(`There are no keyboards ${name}.`);
  return found;
}
