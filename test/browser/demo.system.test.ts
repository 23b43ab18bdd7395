import { test } from 'node:test';
import { assertSoundInEveryLook, openPage } from '../../fixtures/browser.ts';
import { openDemo } from '../../fixtures/demo.ts';

test('the pages of a demonstration are sound, however one looks at them', async (t) => {
  const { museum, passwords } = await openDemo(t);
  const page = await openPage(t, `http://127.0.0.1:${museum.port}`);
  await page.goto('/');
  await assertSoundInEveryLook(page);
  await page.goto('/desk');
  await page.getByLabel('User name').fill('manager');
  await page.getByLabel('Password').fill(passwords.get('manager') as string);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('complementary').getByText('This is a demonstration museum').waitFor();
  await assertSoundInEveryLook(page);
  for (const path of ['/desk/calendar', '/desk/reports', '/gate/occupancy', '/gate', '/problems']) {
    await page.goto(path);
    await page.getByText('This is a demonstration museum').waitFor();
    await assertSoundInEveryLook(page);
  }
});
