import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES, openPage, wideElements } from '../../fixtures/browser.ts';
import { MOUSE } from '../../fixtures/hands.ts';
import { museumWithVisitors } from '../../fixtures/shop-pages.ts';
import { until } from '../../fixtures/until.ts';

const { press, write } = MOUSE;
const DAY = '2027-03-03';

for (const engine of ENGINES) {
  test(`${engine}: a visitor chooses, presses Enter, pays online, and has the tickets`, async (t) => {
    const museum = await museumWithVisitors(t, { MUSEUM_PAYMENTS: 'stripe' });
    const page = await openPage(t, `http://127.0.0.1:${museum.port}`, { engine });
    await page.goto(`/visit?date=${DAY}&standard=2&time.general=14:00`);
    await until(async () => (await page.evaluate(`document.querySelector('output').value`)) === '€24.00');
    await write(page, 'E-mail', 'ada@example.com');
    await page.keyboard.press('Enter');
    await press(page, 'button', 'Order and pay');
    await press(page, 'button', 'Pay');
    await page.getByRole('heading', { name: 'Your tickets' }).waitFor();
    assert.equal(await page.evaluate(`document.querySelector('[data-state]').dataset.state`), 'sold');
  });

  test(`${engine}: no page for visitors is wider than a phone of 320 pixels`, async (t) => {
    const museum = await museumWithVisitors(t);
    const page = await openPage(t, `http://127.0.0.1:${museum.port}`, { engine, width: 320, height: 640 });
    for (const path of ['/', `/visit?date=${DAY}`, '/visit?date=2027-03-05', '/order/none']) {
      await page.goto(path);
      assert.deepEqual(await wideElements(page), [], path);
    }
  });
}
