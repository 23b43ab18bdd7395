import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textFaults } from '../../test/support/text-faults.ts';
import { calendarDay } from '../core/calendar-day.ts';
import { catalogue, chooseLanguage, LANGUAGES, languageCookie, wordsIn } from './texts.ts';

const BERLIN = { timeZone: 'Europe/Berlin', currency: 'EUR' };

const sold = catalogue({
  en: { sold: { one: '{count} ticket to {name}', other: '{count} tickets to {name}' }, bye: 'Bye' },
  de: { sold: { one: '{count} Karte an {name}', other: '{count} Karten an {name}' }, bye: 'Tschüs' },
  fr: { sold: { one: '{count} billet à {name}', other: '{count} billets à {name}' }, bye: 'Au revoir' },
  es: { sold: { one: '{count} entrada a {name}', other: '{count} entradas a {name}' }, bye: 'Adiós' },
  nl: { sold: { one: '{count} ticket aan {name}', other: '{count} tickets aan {name}' }, bye: 'Dag' },
});

test('a missing text, an empty one and a wrong placeholder are found', () => {
  const broken = { ...sold.texts, de: { bye: ' ' }, fr: { ...sold.texts.fr, bye: 'Au revoir, {name}' } };
  assert.deepEqual(textFaults({ texts: broken }), [
    'de.sold is empty',
    'de.bye is empty',
    'fr.bye has the places {name}',
  ]);
  // @ts-expect-error a text that is missing does not compile
  catalogue({ ...sold.texts, nl: { bye: 'Dag' } });
  // @ts-expect-error nor does one without its values
  sold('en')('sold');
});

test('uses the plural forms and numbers of each language', () => {
  const say = (language: (typeof LANGUAGES)[number], count: number) =>
    sold(language)('sold', { count, name: '<Ada>' });
  assert.equal(say('en', 1), '1 ticket to <Ada>');
  assert.equal(say('en', 0), '0 tickets to <Ada>');
  assert.equal(say('fr', 0), '0 billet à <Ada>');
  assert.equal(say('de', 1234), '1.234 Karten an <Ada>');
  assert.equal(sold('nl')('bye'), 'Dag');
});

test('a value from right to left leaves the words around it in their order', () => {
  const told = sold('en')('sold', { count: 2, name: 'עדה (8)' });
  assert.equal(told, '2 tickets to \u2068עדה (8)\u2069');
});

test('writes days with their weekday, the museum’s time, and money', () => {
  const day = calendarDay('2027-03-13');
  const instant = Date.parse('2027-03-13T09:12:00Z');
  const written = LANGUAGES.map((language) => {
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
  const short = LANGUAGES.map((language) => {
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
    chooseLanguage({ cookie: 'museum_language=', accepted: 'it, nl-BE;q=0.5, de;q=0.8' }, 'en'),
    'de',
  );
  assert.equal(chooseLanguage({ accepted: 'DE-AT' }, 'en'), 'de');
  assert.equal(chooseLanguage({ accepted: 'de;q=0, *' }, 'nl'), 'nl');
  assert.equal(chooseLanguage({}, 'es'), 'es');
});
