import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textFaults } from '../../fixtures/text-faults.ts';
import { calendarDay } from '../core/calendar-day.ts';
import { fill } from '../core/texts.ts';
import { signInTexts } from './sign-in-texts.ts';
import { catalogue, chooseLanguage, languageCookie, wordsIn, wordTexts } from './texts.ts';

const BERLIN = { timeZone: 'Europe/Berlin', currency: 'EUR' };

/** Languages whose rules differ. */
const SOME = ['en', 'de', 'fr', 'es', 'nl'] as const;

const SOLD = {
  en: { one: '{count} ticket to {name}', other: '{count} tickets to {name}' },
  de: { one: '{count} Karte an {name}', other: '{count} Karten an {name}' },
  fr: { one: '{count} billet à {name}', other: '{count} billets à {name}' },
  es: { one: '{count} entrada a {name}', other: '{count} entradas a {name}' },
  nl: { other: '{count} ticket(s) aan {name}' },
};

test('a missing text, an empty one and a wrong placeholder are found', () => {
  const [en, de, fr] = [SOLD.en, SOLD.de, SOLD.fr].map((sold) => ({ sold, bye: 'Bye' }));
  const texts = { en, de: { bye: ' ' }, fr: { ...fr, bye: 'Au revoir, {name}' }, es: de };
  assert.deepEqual(textFaults({ texts }), [
    'de.sold is empty',
    'de.bye is empty',
    'fr.bye has the places {name}',
  ]);
});

test('a text does not compile without its values, nor in a catalogue that lacks a translation', () => {
  // @ts-expect-error there is no such text
  assert.throws(() => wordTexts('en')('nothing'));
  // @ts-expect-error this one has no values
  wordTexts('en')('free', { name: 'Ada' });
  // @ts-expect-error this one has one
  signInTexts('en')('tooMany');
  // @ts-expect-error the other languages have a text `free`
  catalogue('words', { generalEntry: 'General entry' });
  // @ts-expect-error the other languages have no text `bye`
  catalogue('words', { generalEntry: 'General entry', free: 'Free', bye: 'Bye' });
});

test('uses the plural forms and numbers of each language', () => {
  const say = (language: (typeof SOME)[number], count: number) =>
    fill(SOLD[language], language, { count, name: '<Ada>' });
  assert.equal(say('en', 1), '1 ticket to <Ada>');
  assert.equal(say('en', 0), '0 tickets to <Ada>');
  assert.equal(say('fr', 0), '0 billet à <Ada>');
  assert.equal(say('de', 1234), '1.234 Karten an <Ada>');
  assert.equal(say('nl', 1), '1 ticket(s) aan <Ada>', 'a form that is missing');
});

test('a value from right to left leaves the words around it in their order', () => {
  const told = fill(SOLD.en, 'en', { count: 2, name: 'עדה (8)' });
  assert.equal(told, '2 tickets to \u2068עדה (8)\u2069');
});

test('writes days with their weekday, the museum’s time, and money', () => {
  const day = calendarDay('2027-03-13');
  const instant = Date.parse('2027-03-13T09:12:00Z');
  const written = SOME.map((language) => {
    const words = wordsIn(language, BERLIN);
    return [words.day(day), words.time(instant), words.money(123450).replaceAll(/\s/g, ' ')].join(' | ');
  });
  assert.deepEqual(written, [
    'Saturday 13 March 2027 | 10:12 | €1,234.50',
    'Samstag, 13. März 2027 | 10:12 | 1.234,50 €',
    'samedi 13 mars 2027 | 10:12 | 1 234,50 €',
    'sábado, 13 de marzo de 2027 | 10:12 | 1234,50 €',
    'zaterdag 13 maart 2027 | 10:12 | € 1.234,50',
  ]);
  const short = SOME.map((language) => {
    const { date, month, weekday, list } = wordsIn(language, BERLIN);
    return [date(day), month(day), weekday(day), weekday(day, 'short'), list(['a', 'b'])].join(' | ');
  });
  assert.equal(wordsIn('fr', BERLIN).date(calendarDay('2027-03-01')), 'lun. 1er mars 2027');
  assert.equal(wordsIn('fr', BERLIN).day(calendarDay('2027-03-11')), 'jeudi 11 mars 2027');
  assert.deepEqual(short, [
    'Sat 13 Mar 2027 | March 2027 | Saturday | Sat | a and b',
    'Sa., 13. März 2027 | März 2027 | Samstag | Sa | a und b',
    'sam. 13 mars 2027 | mars 2027 | samedi | sam. | a et b',
    'sáb, 13 mar 2027 | marzo de 2027 | sábado | sáb | a y b',
    'za 13 mrt 2027 | maart 2027 | zaterdag | za | a en b',
  ]);
  const inYen = wordsIn('en', { ...BERLIN, currency: 'JPY' });
  assert.deepEqual([inYen.money(150000), inYen.money(150050)], ['¥1,500', '¥1,500.50']);
  assert.equal(wordsIn('de', BERLIN).number(12345), '12.345');
});

test('a person’s own choice of a language wins, then the browser’s, then the museum’s', () => {
  const cookie = `a=b; ${languageCookie('fr')}`;
  assert.equal(chooseLanguage({ cookie, accepted: 'nl' }, 'en'), 'fr');
  assert.equal(
    chooseLanguage({ cookie: 'museum_language=', accepted: 'xx, nl-BE;q=0.5, de;q=0.8' }, 'en'),
    'de',
  );
  assert.equal(chooseLanguage({ accepted: 'DE-AT' }, 'en'), 'de');
  assert.equal(chooseLanguage({ accepted: 'de;q=0, *' }, 'nl'), 'nl');
  assert.equal(chooseLanguage({}, 'es'), 'es');
});
