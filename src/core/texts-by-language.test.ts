import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textFor } from './texts-by-language.ts';

describe('a text by language', () => {
  it('is read in the reader’s language', () => {
    const texts = { en: 'Welcome', de: 'Willkommen' };
    assert.deepEqual(textFor(texts, ['de', 'en']), { language: 'de', text: 'Willkommen' });
  });

  it('is read in the museum’s where the reader’s is missing, then in English, then in the first there is', () => {
    assert.deepEqual(textFor({ en: 'Welcome', nl: 'Welkom' }, ['de', 'nl']), {
      language: 'nl',
      text: 'Welkom',
    });
    assert.deepEqual(textFor({ fr: 'Bienvenue', en: 'Welcome' }, ['de', 'nl']), {
      language: 'en',
      text: 'Welcome',
    });
    assert.deepEqual(textFor({ fr: 'Bienvenue', es: 'Bienvenidos' }, ['de', 'nl']), {
      language: 'fr',
      text: 'Bienvenue',
    });
  });

  it('is missing where there is none, or only an empty one', () => {
    assert.equal(textFor({}, ['de']), undefined);
    assert.equal(textFor({ de: '' }, ['de']), undefined);
  });
});
