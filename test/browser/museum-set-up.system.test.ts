import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, type Page } from '../../fixtures/browser.ts';
import { startMuseum } from '../../fixtures/process.ts';
import { addDays, type CalendarDay, calendarDay, isoWeekday } from '../../src/core/calendar-day.ts';

/** Whoever sets up a museum with keyboard and mouse: each thing that they press, type or choose is a step. */
class Newcomer {
  steps = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async follow(name: string): Promise<void> {
    this.steps += 1;
    await this.page.getByRole('link', { name, exact: true }).first().click();
    await this.page.waitForLoadState();
  }

  async press(name: string): Promise<void> {
    this.steps += 1;
    await this.page.getByRole('button', { name, exact: true }).first().click();
    await this.page.waitForLoadState();
  }

  /** @param which of several fields with that label, the first is 0 */
  async type(label: string, text: string, which = 0): Promise<void> {
    this.steps += 1;
    await this.page.getByLabel(label, { exact: true }).nth(which).fill(text);
  }

  async choose(label: string, option: string): Promise<void> {
    this.steps += 1;
    await this.page.getByLabel(label, { exact: true }).selectOption(option);
  }

  async tick(label: string): Promise<void> {
    this.steps += 1;
    await this.page.getByLabel(label, { exact: true }).first().check();
  }

  async unfold(summary: string): Promise<void> {
    this.steps += 1;
    await this.page.locator('summary', { hasText: summary }).first().click();
  }

  async upload(label: string, name: string, bytes: Buffer): Promise<void> {
    this.steps += 1;
    const file = { name, mimeType: 'image/png', buffer: bytes };
    await this.page.getByLabel(label, { exact: true }).setInputFiles(file);
  }

  async saved(): Promise<void> {
    await this.press('Save');
    await this.page.getByRole('status').first().waitFor();
  }
}

const CATEGORIES = [
  ['Students', '8', 'student card'],
  ['Seniors', '9', ''],
  ['Children', '0', ''],
  ['Family', '28', ''],
] as const;

/** Far more steps than these, and setting up is no work of an hour any more. */
const MOST_STEPS = 160;

const today = calendarDay(new Date().toISOString().slice(0, 10));
const year = Number(today.slice(0, 4));
const christmas = calendarDay(`${year + (today > `${year}-12-25` ? 1 : 0)}-12-25`);
/** A Tuesday, when it is open, and not timed. */
const visit = Array.from({ length: 7 }, (_, days) => addDays(today, days + 7)).find(
  (day) => isoWeekday(day) === 2,
) as CalendarDay;

/** A picture of one colour: PNG, 640 by 426. */
async function drawing(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const create = { width: 640, height: 426, channels: 3 as const, background: '#0b5d4e' };
  return sharp({ create }).png().toBuffer();
}

test('a museum is set up by keyboard and mouse alone, from an empty start to a shop that sells', async (t) => {
  const museum = await startMuseum(t, {
    env: {
      MUSEUM_ADMIN_USERNAME: undefined,
      MUSEUM_ADMIN_PASSWORD: undefined,
      MUSEUM_SALES_DAYS: undefined,
    },
  });
  const [, password = ''] = await museum.says(/[Pp]assword +(\S+)/);
  const page = await openPage(t, museum.address);
  const newcomer = new Newcomer(page);
  await page.goto('/desk');
  await newcomer.type('User name', 'admin');
  await newcomer.type('Password', password);
  await newcomer.press('Sign in');

  await newcomer.follow('Set name and address');
  await newcomer.type('Name', 'Museum of Tides');
  await newcomer.type('Postal address', 'Harbour Quay 1, 4331 AB Tidehaven');
  await newcomer.type('E-mail', 'hello@museum.example');
  await newcomer.saved();

  await newcomer.follow('Today');
  await newcomer.follow('Set the hours');
  await newcomer.type('Monday: opens at', '');
  await newcomer.type('Monday: closes at', '');
  await newcomer.type('Thursday: closes at', '21:00');
  await newcomer.saved();
  await newcomer.follow('Close or reopen days');
  await newcomer.tick('Close the museum');
  await newcomer.type('From', christmas);
  await newcomer.type('To, this day included', christmas);
  await newcomer.type('Reason', 'Christmas');
  await newcomer.press('Show what is sold on those days');
  await newcomer.press('Close');

  await newcomer.follow('Today');
  await newcomer.follow('Set prices');
  await newcomer.type('Name', 'Adults');
  await newcomer.type('Price in EUR', '12');
  for (const [index, [name, price, proof]] of CATEGORIES.entries()) {
    await newcomer.press('Add a category');
    await newcomer.type('Name', name, index + 1);
    await newcomer.type('Price in EUR', price, index + 1);
    if (proof !== '') await newcomer.type('Must show', proof, index + 1);
  }
  await newcomer.saved();
  await newcomer.follow('Price rules');
  await newcomer.follow('Add a rule');
  await newcomer.type('Name', 'First Sunday');
  await newcomer.tick('Sunday');
  await newcomer.choose('Which of these days', '1');
  await newcomer.tick('Free where no price is entered');
  await newcomer.saved();

  await newcomer.follow('Settings');
  await page.getByRole('link', { name: /^Entry times/ }).click();
  await newcomer.tick('an entry time');
  await newcomer.type('Minutes from one entry time to the next', '30');
  await newcomer.type('Places at each entry time', '60');
  await newcomer.type('Minutes from the last entry time to closing', '60');
  await newcomer.tick('Saturday');
  await newcomer.tick('Sunday');
  await newcomer.saved();

  await announce(newcomer, 'Sorolla and the sea', { from: today, to: addDays(today, 60), price: '6' });
  await newcomer.follow('Picture');
  await newcomer.upload('File', 'sea.png', await drawing());
  await newcomer.type('What it shows (English)', 'The sea, in one green.');
  await newcomer.press('Save');
  await announce(newcomer, 'Guided tour', {
    ...{ from: today, to: addDays(today, 60), price: '5' },
    ...{ weekday: 'Saturday', times: '14:00', places: '20' },
  });
  await announce(newcomer, 'Members’ evening', {
    ...{ from: visit, to: visit, price: '0', visibility: 'unlisted' },
  });

  await newcomer.follow('Today');
  await newcomer.follow('Write the imprint');
  await newcomer.type('Text: English', 'Museum of Tides\n\nHarbour Quay 1');
  await newcomer.saved();
  await newcomer.follow('Settings');
  await newcomer.follow('Privacy Missing');
  await newcomer.type('Text: English', 'We keep your address for a year.');
  await newcomer.saved();
  await newcomer.follow('Settings');
  await page.getByRole('link', { name: /^Ways to pay/ }).click();
  await newcomer.tick('At the museum');
  await newcomer.saved();
  await newcomer.follow('Today');
  await newcomer.follow('Open the shop');
  await newcomer.press('Open the shop');
  await page.getByText('The shop is open.').waitFor();
  t.diagnostic(`${newcomer.steps} steps`);
  assert.ok(newcomer.steps <= MOST_STEPS, `${newcomer.steps} steps`);

  const visitor = await openPage(t, museum.address);
  await visitor.goto('/');
  await visitor.getByText('Museum of Tides').first().waitFor();
  assert.equal(await visitor.getByText('Members’ evening').count(), 0);
  await visitor.goto(`/visit?date=${christmas}`);
  await visitor.getByText('Christmas').first().waitFor();
  await visitor.goto(`/visit?date=${visit}&general.standard=2`);
  await visitor.getByLabel('E-mail').fill('ada@example.com');
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await visitor.waitForURL(/\/order\//);
});

interface Wish {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  readonly price: string;
  readonly weekday?: string;
  readonly times?: string;
  readonly places?: string;
  readonly visibility?: string;
}

async function announce(newcomer: Newcomer, name: string, wish: Wish): Promise<void> {
  await newcomer.follow('Events');
  await newcomer.follow('New event');
  await newcomer.type('Name', name);
  await newcomer.type('Where', 'East wing');
  await newcomer.type('Description', `${name}, in the east wing.`);
  if (wish.times === undefined) {
    await newcomer.unfold('In other languages');
    await newcomer.type('Deutsch', `${name}, auf Deutsch`);
  }
  await newcomer.type('Adults', wish.price);
  if (wish.places !== undefined) await newcomer.type('Places on each date', wish.places);
  if (wish.times !== undefined) await newcomer.type('Entry times', wish.times);
  await newcomer.unfold('Add a range of days');
  await newcomer.type('First day', wish.from);
  await newcomer.type('Last day', wish.to);
  if (wish.weekday !== undefined) await newcomer.tick(wish.weekday);
  await newcomer.press('Add these days');
  if (wish.visibility !== undefined) await newcomer.choose('Who finds it', wish.visibility);
  await newcomer.press('Announce');
}
