import { test } from 'node:test';
import { assertSound, openPage } from '../support/browser.ts';
import { DATABASES } from '../support/databases.ts';
import { openDemo } from '../support/demo.ts';

const [{ fresh }] = DATABASES as [(typeof DATABASES)[number]];

test('the pages of a demonstration are sound, wide and narrow, light and dark', async (t) => {
  const { museum, passwords } = await openDemo(t, await fresh(t));
  for (const options of [{}, { dark: true, width: 320, height: 640 }]) {
    const page = await openPage(t, `http://127.0.0.1:${museum.port}`, options);
    await page.goto('/');
    await assertSound(page);
    await page.goto('/desk');
    await page.getByLabel('User name').fill('manager');
    await page.getByLabel('Password').fill(passwords.get('manager') as string);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('complementary').getByText('This is a demonstration museum').waitFor();
    await assertSound(page);
    for (const path of ['/desk/calendar', '/desk/reports', '/gate/occupancy', '/gate', '/problems']) {
      await page.goto(path);
      await page.getByText('This is a demonstration museum').waitFor();
      await assertSound(page);
    }
  }
});
