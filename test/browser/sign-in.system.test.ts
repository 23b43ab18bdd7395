import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { assertSound, openPage } from '../../fixtures/browser.ts';
import { type Museum, openMuseum, PASSWORD } from '../../fixtures/museum.ts';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';

async function openedMuseum(t: TestContext): Promise<Museum> {
  const path = join(await temporaryFolder(t), 'museum.db');
  const museum = await openMuseum({ database: { kind: 'sqlite', path } });
  t.after(() => museum.close());
  return museum;
}

for (const [how, options] of Object.entries({
  'in the light': {},
  'in the dark on a small phone': { dark: true, width: 320, height: 640, touch: true },
})) {
  test(`somebody signs in by keyboard, and reads what is wrong: ${how}`, async (t) => {
    const museum = await openedMuseum(t);
    const page = await openPage(t, `http://127.0.0.1:${museum.port}`, options);
    await page.goto('/sign-in?to=/problems');
    await assertSound(page);
    await page.keyboard.type('cashier');
    await page.keyboard.press('Tab');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('The user name or the password is wrong').waitFor();
    await assertSound(page);
    assert.equal(await page.getByLabel('User name').inputValue(), 'cashier');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Problems' }).waitFor();
    const [cookie] = await page.context().cookies();
    const { name, httpOnly, sameSite } = cookie ?? {};
    assert.deepEqual(
      { name, httpOnly, sameSite },
      { name: 'museum_session', httpOnly: true, sameSite: 'Strict' },
    );
  });
}
