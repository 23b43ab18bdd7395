import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSound, openPage, type Page } from '../../fixtures/browser.ts';
import {
  admissionsOf,
  connected,
  longAfter,
  museumWithGate,
  openGate,
  scanInto,
  signIn,
  ticketWithCode,
} from '../../fixtures/gate-page.ts';
import { verdictCases } from '../../fixtures/gate-verdicts.ts';
import { KEYBOARD } from '../../fixtures/hands.ts';
import { PASSWORD } from '../../fixtures/museum.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { decide } from '../../src/gate/verdict.js';
import { gateAssets } from '../../src/web/gate/index.ts';

const TOMORROW = '2027-03-02';

test('what is typed or scanned gets its verdict, with the exact reason', async (t) => {
  const museum = await museumWithGate(t);
  const event = await createEvent(museum, { dates: [TODAY] });
  const fresh = await ticketWithCode(museum);
  const typed = await ticketWithCode(museum);
  const toEvent = await ticketWithCode(museum, eventPurchase(event.eventId, { ticketDate: TODAY }));
  const tomorrow = await ticketWithCode(museum, generalPurchase({ ticketDate: TOMORROW }));
  const made = await ticketWithCode(museum);
  await museum.api('POST', `/tickets/${made.ticketId}/void`, { body: { reason: 'x' } });

  const page = await openGate(t, museum);
  assert.deepEqual(await scanInto(page, fresh.code), ['admitted', null]);
  assert.ok(await page.getByText('General entry, Monday 1 March.').isVisible());
  assert.deepEqual(await scanInto(page, typed.confirmationCode.toUpperCase()), ['admitted', null]);
  assert.deepEqual(await scanInto(page, 'https://example.com'), ['refused', 'unreadable']);
  const forged = `${fresh.code.slice(0, -1)}${fresh.code.endsWith('0') ? '1' : '0'}`;
  assert.deepEqual(await scanInto(page, forged), ['refused', 'forged']);
  assert.deepEqual(await scanInto(page, tomorrow.code), ['refused', 'wrong-day']);
  assert.deepEqual(await scanInto(page, made.code), ['refused', 'void']);
  await longAfter(page); // it is another scan
  assert.deepEqual(await scanInto(page, fresh.code), ['refused', 'already-admitted']);
  await page.getByLabel('This door admits').selectOption('general');
  assert.deepEqual(await scanInto(page, toEvent.code), ['refused', 'other-event']);
  await page.getByLabel('This door admits').selectOption(event.name);
  assert.deepEqual(await scanInto(page, toEvent.code), ['admitted', null]);
});

test('a confirmation code is taken as people spell it', async (t) => {
  const museum = await museumWithGate(t);
  const event = await createEvent(museum, { dates: [TODAY] });
  const page = await openGate(t, museum);
  const spellings: readonly ((code: string) => string)[] = [
    (code) => code.replace(/^ticket-\w+-/, ''),
    (code) => code.replace(/^ticket-\w+-/, '').replace('-', ' '),
    (code) =>
      code
        .replace(/^ticket-\w+-/, '')
        .replace('-', '')
        .toUpperCase(),
    (code) => code.replaceAll('-', ' '),
  ];
  for (const spell of spellings)
    for (const purchase of [generalPurchase(), eventPurchase(event.eventId)]) {
      const { confirmationCode } = await buyTicket(museum, { ...purchase, ticketDate: TODAY });
      assert.deepEqual(await scanInto(page, spell(confirmationCode)), ['admitted', null], confirmationCode);
    }
  assert.equal((await museum.store.all('SELECT 1 FROM check_ins')).length, 8); // nothing is refused before
  assert.deepEqual(await scanInto(page, '222222-22222'), ['refused', 'unknown-ticket']);
  assert.deepEqual(await scanInto(page, 'ticket-general-222'), ['refused', 'unreadable']);
});

test('a name that is written from right to left turns no sentence around, online and not', async (t) => {
  const museum = await museumWithGate(t);
  const name = 'מוזיאון: ליל הכוכבים (20:00)';
  const event = await createEvent(museum, { name, dates: [TODAY] });
  const other = await createEvent(museum, { name: 'Sorolla and the sea', dates: [TODAY] });
  const open = await createEvent(museum, { name: 'Night \u2069of\u2067 stars', dates: [TODAY] });
  const codeFor = async ({ eventId }: { readonly eventId: string }) =>
    (await ticketWithCode(museum, eventPurchase(eventId, { ticketDate: TODAY }))).code;
  const page = await openGate(t, museum);
  const isInOrder = (id: string) => page.evaluate(`(${IS_IN_ORDER})('${id}')`);

  for (const isOffline of [false, true]) {
    await page.context().setOffline(isOffline);
    const code = await codeFor(event);
    assert.deepEqual(await scanInto(page, code), ['admitted', null]);
    assert.equal(await page.locator('.message').textContent(), `${name}, Monday 1 March.`);
    assert.ok(await isInOrder('verdict'));
    assert.deepEqual(await scanInto(page, await codeFor(open)), ['admitted', null]);
    assert.ok(await isInOrder('verdict'));
    await page.keyboard.press('Escape');
    await page.getByLabel('This door admits').selectOption(other.eventId);
    const atOther = await codeFor(event);
    assert.deepEqual(await scanInto(page, atOther), ['refused', 'other-event']);
    assert.ok(await isInOrder('verdict'));
    assert.ok(await isInOrder('undo-what'));
    await page.keyboard.press('Escape');
    await page.getByLabel('This door admits').selectOption('');
  }
});

/** Whether each word of the element stands to the right of the one before it, or in a line below; a name is one word. */
const IS_IN_ORDER = `(id) => {
  const places = [];
  const walker = document.createTreeWalker(document.getElementById(id), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const isName = node.parentElement.matches('bdi');
    for (const { index, 0: word } of node.data.matchAll(isName ? /.+/g : /\\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      places.push(range.getBoundingClientRect());
    }
  }
  return places.every((place, index) => {
    const before = places[index - 1];
    return before === undefined || place.left >= before.right - 1 || place.top > (before.top + before.bottom) / 2;
  });
}`;

test('a ticket that is scanned again at once was admitted, and its admission is taken back', async (t) => {
  const museum = await museumWithGate(t);
  const { code, ticketId } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  const undo = page.getByRole('button', { name: 'Undo' });
  assert.equal(await undo.isVisible(), false);
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
  assert.deepEqual(await scanInto(page, code), ['refused', 'already-admitted']);
  await undo.click();
  await page.getByText('Admission undone.').waitFor();
  assert.equal(await admissionsOf(museum, ticketId), 0);
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
  assert.equal(await admissionsOf(museum, ticketId), 1);
});

for (const [how, options] of Object.entries({
  'in the light': {},
  'in the dark': { dark: true },
  'on a small phone': { width: 320, height: 640, touch: true },
  'in the dark on a small phone': { width: 320, height: 640, dark: true },
})) {
  test(`the page is accessible, fits, and asks for nothing elsewhere: ${how}`, async (t) => {
    const museum = await museumWithGate(t);
    const { code } = await ticketWithCode(museum);
    const page = await openGate(t, museum, options);
    await assertSound(page);
    await scanInto(page, code);
    await assertSound(page);
    await page.getByText('Ready').waitFor({ state: 'detached' });
    await scanInto(page, 'no ticket');
    await assertSound(page);
    await page.keyboard.press('Escape');
    await assertSound(page);
  });
}

test('on a phone that lies on its side the word of the verdict is in sight, and afterwards the field again', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await ticketWithCode(museum);
  const page = await openGate(t, museum, { width: 667, height: 375, touch: true });
  for (const [typed, word] of [
    [code, 'Admitted'],
    ['no ticket', 'No ticket'],
  ] as const) {
    await scanInto(page, typed);
    const seen = await page.getByText(word, { exact: true }).boundingBox();
    assert.ok(seen && seen.y >= 0 && seen.y + seen.height <= 375, `${word} at ${seen?.y}`);
    await page.keyboard.press('Escape');
    const field = await page.getByLabel('Ticket code').boundingBox();
    assert.ok(field && field.y >= 0 && field.y + field.height <= 375, `the field at ${field?.y}`);
  }
});

test('a verdict has its shape in the colours of whoever chooses their own', async (t) => {
  const page = await openGate(t, await museumWithGate(t));
  await page.emulateMedia({ forcedColors: 'active' });
  await scanInto(page, 'no ticket');
  const shape = await page.evaluate(
    `getComputedStyle(document.querySelector('[data-verdict]'), '::before').backgroundColor`,
  );
  assert.equal(shape, 'rgb(0, 0, 0)');
});

test('what is scanned while the page is loading is not added to the next scan', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  const typed = Promise.withResolvers<void>();
  await page.route('**/gate-*.js', async (route) => {
    await typed.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await page.locator('#code').focus();
  await page.keyboard.type('what nobody heard\n');
  typed.resolve();
  await connected(page);
  await page.getByRole('alert').getByText('Scan again').waitFor();
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
});

test('the rest of a scan that began while the page was loading is no verdict', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await ticketWithCode(museum);
  const page = await openGate(t, museum);
  // However late it is typed here, it is right after the page has begun to listen.
  await page.addInitScript('performance.now = () => Number.MAX_SAFE_INTEGER');
  await page.reload();
  await connected(page);
  await page.keyboard.type(`${code.slice(70)}\n`);
  await page.getByRole('alert').getByText('Scan again').waitFor();
  assert.equal(await page.getByRole('status').getAttribute('data-verdict'), null);
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
});

for (const [width, height] of [
  [360, 640],
  [412, 860],
  [1280, 900],
] as const) {
  test(`hardly anything on the page moves by itself, ${width} pixels wide`, async (t) => {
    const museum = await museumWithGate(t);
    const { code } = await ticketWithCode(museum);
    const page = await openGate(t, museum, { width, height });
    await assertStill(page);
    await scanInto(page, code);
    await page.reload();
    await connected(page);
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await assertStill(page);
  });
}

test('what of the page has come stays where it is while the rest of it comes', async (t) => {
  const page = await openGate(t, await museumWithGate(t), { width: 412, height: 860 });
  const moved = await page.evaluate(`(() => {
    const parts = [...document.querySelectorAll('main :not(:has(*))')].filter((part) => part.checkVisibility());
    const tops = parts.map((part) => part.getBoundingClientRect().top);
    return parts.flatMap(() => {
      parts.pop().remove();
      return parts.filter((part, index) => part.getBoundingClientRect().top !== tops[index]).map(({ outerHTML }) => outerHTML);
    });
  })()`);
  assert.deepEqual(moved, []);
});

/** Asserts that hardly anything has moved since the page was opened (https://web.dev/articles/cls). */
async function assertStill(page: Page): Promise<void> {
  const shifts = await page.evaluate<{ value: number; moved: string[] }[]>(`new Promise((resolve) => {
    const shifts = [];
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true });
    const told = () => resolve(shifts.map(({ value, sources }) => ({
      value,
      moved: sources.map(({ node, previousRect, currentRect }) =>
        [(node?.outerHTML ?? node?.data)?.slice(0, 80), previousRect, currentRect].map((part) => JSON.stringify(part)).join(' ')),
    })));
    // A shift is reported after its frame.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(told)));
  })`);
  const sum = shifts.reduce((before, { value }) => before + value, 0);
  assert.ok(sum < 0.01, JSON.stringify(shifts, null, 2));
}

test('what this door admits can be read on a verdict, also where the browser paints the list by itself', async (t) => {
  const museum = await museumWithGate(t);
  const page = await openGate(t, museum);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const colour = () => page.evaluate(`getComputedStyle(document.querySelector('#admits')).color`);
    const usual = await colour();
    await scanInto(page, 'no ticket');
    assert.equal(await colour(), usual, colorScheme);
  }
});

test('somebody works the gate by keyboard alone', async (t) => {
  const museum = await museumWithGate(t);
  const { code } = await ticketWithCode(museum);
  const page = await openPage(t, `http://127.0.0.1:${museum.port}`);
  await page.goto('/gate');
  await page.locator('#username:focus').waitFor();
  await page.keyboard.type('gate');
  await page.keyboard.press('Tab');
  await page.keyboard.type(`${PASSWORD}\n`);
  await connected(page);
  assert.deepEqual(await scanInto(page, code), ['admitted', null]);
  await KEYBOARD.press(page, 'button', 'Undo');
  await page.getByText('Admission undone.').waitFor();
  assert.equal(await page.evaluate('document.activeElement.id'), 'code');
});

test('without scripts what is typed goes nowhere, and least of all into an address', async (t) => {
  const museum = await museumWithGate(t);
  const page = await openGate(t, museum);
  const storageState = await page.context().storageState();
  const context = await page.context().browser()?.newContext({ javaScriptEnabled: false, storageState });
  t.after(() => context?.close());
  const plain = await context?.newPage();
  await plain?.goto(page.url());
  assert.equal(await plain?.getByText('Ready for the next ticket').isVisible(), false);
  await plain?.getByLabel('Ticket code').fill('ticket-general-p3wz8r-b6gta');
  await plain?.keyboard.press('Enter');
  await plain?.waitForTimeout(500);
  assert.equal(plain?.url(), page.url());
});

test('an account that may not check tickets is told so', async (t) => {
  const museum = await museumWithGate(t);
  const page = await openPage(t, `http://127.0.0.1:${museum.port}`);
  await signIn(page, 'partner');
  await page.getByText('Your account may not check tickets').waitFor();
  await assertSound(page);
});

test('the service and the page come to the same, case by case', async (t) => {
  const museum = await museumWithGate(t);
  const page = await openGate(t, museum);
  const cases = verdictCases();
  const decided = await page.evaluate<unknown[]>(`(async () => {
    const { decide } = await import('${gateAssets.address('verdict.js')}');
    return ${JSON.stringify(cases.map(({ known }) => known))}.map((known) => decide(known));
  })()`);
  cases.forEach(({ name, known, decision }, index) => {
    assert.deepEqual(decided[index], decision, `the page: ${name}`);
    assert.deepEqual(decide(known), decision, `the service: ${name}`);
  });
});
