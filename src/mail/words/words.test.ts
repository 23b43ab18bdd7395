import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writingFaults } from '../../../test/support/text-faults.ts';
import { LANGUAGES } from '../../core/language.ts';
import { WORDS } from './index.ts';

const FACTS = {
  museum: 'Museum',
  title: 'Title',
  date: 'Date',
  place: 'Here',
  placeBefore: 'There',
  codes: 'Code',
  replaced: 'Code',
};

test('mail is written with the signs and the formal address of its language', () => {
  const faults = LANGUAGES.flatMap((language) => {
    const { letters, picture, footer, test, ...labels } = WORDS[language];
    const written = Object.values(letters).flatMap(({ subject, heading, body }) =>
      [false, true].flatMap((isMany) => {
        const facts = { ...FACTS, isMany };
        return [subject(facts), heading(facts), ...body(facts)];
      }),
    );
    const others = [picture('Code'), footer('Museum'), test.subject('Museum'), test.body];
    return [...written, ...others, ...Object.values(labels)].flatMap((text) => writingFaults(language, text));
  });
  assert.deepEqual(faults, []);
});
