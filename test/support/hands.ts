import assert from 'node:assert/strict';
import type { Page } from './browser.ts';

type Locator = ReturnType<Page['locator']>;
type Role = Parameters<Page['getByRole']>[0];

/** How somebody uses a page: each thing is found by what it is called. */
export interface Hands {
  press(page: Page, role: Role, name: string | RegExp): Promise<void>;
  /** Puts the text into the field, in place of what is in it. */
  write(page: Page, label: string, text: string): Promise<void>;
  tick(page: Page, label: string): Promise<void>;
  /** Chooses the first option that begins like that. */
  choose(page: Page, label: string, option: string): Promise<void>;
  /** The same among options that are all in sight, of which one is chosen already. */
  pick(page: Page, label: string, option: string): Promise<void>;
}

export const MOUSE: Hands = {
  press: (page, role, name) => named(page, role, name).click(),
  write: (page, label, text) => page.getByLabel(label, { exact: true }).fill(text),
  tick: (page, label) => page.getByLabel(label, { exact: true }).check(),
  async choose(page, label, option) {
    const field = page.getByLabel(label, { exact: true });
    const options = await field.locator('option').allInnerTexts();
    await field.selectOption({ label: options.find((text) => text.startsWith(option)) ?? option });
  },
  pick: (page, label, option) => radio(page, label, option).check(),
};

/** Nothing but Tab, Enter, Space and letters. */
export const KEYBOARD: Hands = {
  async press(page, role, name) {
    const target = named(page, role, name);
    await tabTo(page, target);
    await target.press('Enter'); // which waits for the page that it may lead to
  },
  async write(page, label, text) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
  },
  async tick(page, label) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.press('Space');
  },
  async choose(page, label, option) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(option);
  },
  async pick(page, label, option) {
    await tabTo(page, page.getByRole('radiogroup', { name: label }).locator(':checked'));
    await stepTo(page, radio(page, label, option), 'ArrowDown');
    assert.ok(await radio(page, label, option).isChecked());
  },
};

function radio(page: Page, label: string, option: string): Locator {
  return page.getByRole('radiogroup', { name: label }).getByLabel(new RegExp(`^${option}`));
}

function named(page: Page, role: Role, name: string | RegExp): Locator {
  return page.getByRole(role, { name, exact: true }).first();
}

/** More than any page has to stop at. */
const STOPS = 200;

function tabTo(page: Page, target: Locator): Promise<void> {
  return stepTo(page, target, 'Tab');
}

async function stepTo(page: Page, target: Locator, key: 'Tab' | 'ArrowDown'): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < STOPS; presses += 1) {
    if ((await target.and(page.locator(':focus')).count()) === 1) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${key} does not lead to ${target}`);
}
