import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSoundInEveryLook, wideElements } from '../../fixtures/browser.ts';
import { furnishedMuseum, museumWithDesk, openDesk } from '../../fixtures/desk-pages.ts';
import { LANGUAGES } from '../../src/pages/texts.ts';

const SETTINGS = '/desk/settings';
const PAGES = [
  '/desk',
  SETTINGS,
  ...['museum', 'visitors', 'mail', 'money', 'gate', 'partners', 'privacy', 'shop', 'texts/imprint'].map(
    (page) => `${SETTINGS}/${page}`,
  ),
  '/desk/first-steps/gate',
];

test('the settings and the first steps are accessible and fit, in every language on the smallest phone too', async (t) => {
  const museum = await museumWithDesk(t);
  const name = 'W'.repeat(100);
  const texts = {
    imprint: { texts: { en: 'Words.' } },
    privacy: { address: `https://${'x'.repeat(200)}.example` },
  };
  for (const [which, body] of Object.entries(texts))
    await museum.api('PUT', `/settings/texts/${which}`, { body });
  await museum.api('PATCH', '/settings', { body: { address: name, sentence: { en: name } } });
  const page = await openDesk(t, museum, SETTINGS, { as: 'admin' });
  for (const path of PAGES) {
    await page.goto(path);
    await assertSoundInEveryLook(page);
  }
  await page.goto(`${SETTINGS}/museum`);
  await page.getByLabel('Colour').fill('#ffcc00');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').waitFor();
  await assertSoundInEveryLook(page);
  const phone = await openDesk(t, museum, SETTINGS, { as: 'admin', width: 320, touch: true });
  for (const language of LANGUAGES)
    for (const path of PAGES) {
      await phone.goto(`${path}?language=${language}`);
      assert.deepEqual(await wideElements(phone), [], `${path} in ${language}`);
    }
});

test('what is asked before something is erased is accessible, and an admin has the file without scripts', async (t) => {
  const museum = await furnishedMuseum(t);
  const page = await openDesk(t, museum, `${SETTINGS}/privacy`, { as: 'admin' });
  const visitor = page.getByLabel('E-mail address of the visitor');
  await visitor.fill('ada@example.com');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as a file' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'visitor.json');
  await page.getByRole('button', { name: 'Show what would be erased' }).click();
  await page.getByRole('heading', { name: 'Erase what is stored about this visitor?' }).waitFor();
  await assertSoundInEveryLook(page);
  await page.getByRole('button', { name: 'Erase' }).click();
  await page.getByText('have been erased').waitFor();
});
