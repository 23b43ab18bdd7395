/**
 * Counts the keys of ten usual tasks at the desk, done by keyboard from the first page, and the seconds that the service and
 * the browser take for them (with no time to read or to think): `node --test scripts/count-desk-keys.ts`. The table is in
 * docs/desk.md.
 */
import { type TestContext, test } from 'node:test';
import type { Page } from '../fixtures/browser.ts';
import { furnishedMuseum, openDesk } from '../fixtures/desk-pages.ts';
import type { Museum } from '../fixtures/museum.ts';
import { buyTicket, generalPurchase, TODAY } from '../fixtures/samples.ts';

type Locator = ReturnType<Page['locator']>;

const hasFocus = (target: Locator) =>
  target.evaluate((element) => element === element.ownerDocument.activeElement);

/** Somebody at the keyboard. */
class Hands {
  readonly page: Page;
  keys = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
    this.keys += keys.length;
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.keys += text.length;
  }

  /** Skips to the content where nothing has the focus yet, and presses Tab until that has it. */
  async tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    if (await this.#isFresh(target)) await this.press('Tab', 'Enter');
    for (let tabs = 0; !(await hasFocus(target)); tabs += 1) {
      if (tabs === 150) throw new Error(`Tab does not reach ${target}.`);
      await this.press('Tab');
    }
  }

  /** Whether nothing has the focus yet, and the target is not in the page's head. */
  #isFresh(target: Locator): Promise<boolean> {
    return target.evaluate((element) => {
      const { activeElement, body } = element.ownerDocument;
      return activeElement === body && element.closest('main') !== null;
    });
  }

  /** Goes there by Tab and presses it. */
  async follow(target: Locator, key = 'Enter'): Promise<void> {
    await this.tabTo(target);
    await this.press(key);
  }

  /** One of the two keys that every page has: n to sell, / to find a ticket. */
  async shortcut(key: 'n' | '/'): Promise<void> {
    await this.press(key);
    await this.page.waitForURL(key === 'n' ? '**/desk/sell*' : '**/desk/tickets*');
    await this.page.waitForLoadState();
  }

  link(name: string | RegExp): Locator {
    return this.page.getByRole('link', { name }).first();
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name }).first();
  }

  label(name: string | RegExp): Locator {
    return this.page.getByLabel(name).first();
  }

  async sees(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
    await this.page.waitForLoadState();
  }
}

interface Task {
  readonly name: string;
  /** What there has to be before. @returns what the task is about, such as a code */
  readonly prepare?: (museum: Museum) => Promise<string>;
  readonly doIt: (hands: Hands, about: string) => Promise<void>;
}

const ticket = async (museum: Museum) => {
  const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }), 'cashier');
  const { confirmationCode } = (await museum.api('GET', `/tickets/${ticketId}`)).json;
  return confirmationCode.slice('ticket-general-'.length).replace('-', '');
};

async function find(hands: Hands, code: string): Promise<void> {
  await hands.shortcut('/');
  await hands.type(code);
  await hands.press('Enter');
  await hands.page.waitForURL(/\/desk\/(tickets|orders)\/./);
  await hands.page.waitForLoadState();
}

async function sellTwo(hands: Hands): Promise<void> {
  await hands.shortcut('n');
  await hands.tabTo(hands.label('How many: General entry'));
  await hands.press('2', 'c');
  await hands.sees('2 tickets sold.');
}

const TASKS: readonly Task[] = [
  {
    name: 'Sell two adults for today, paid in cash, and print',
    doIt: async (hands) => {
      await sellTwo(hands);
      await hands.follow(hands.button('Print'));
      if ((await hands.page.title()) !== 'printing') throw new Error('Nothing is printed.');
    },
  },
  {
    name: 'Sell a place at an event today, paid by card, and mail the ticket',
    doIt: async (hands) => {
      await hands.shortcut('n');
      await hands.tabTo(hands.label('How many: General entry'));
      await hands.press('0');
      await hands.tabTo(hands.label('How many: Sorolla'));
      await hands.press('1');
      await hands.tabTo(hands.label('E-mail'));
      await hands.type('ada@example.com');
      await hands.tabTo(hands.label('Cash'));
      await hands.press('ArrowDown', 'Enter');
      await hands.sees('1 ticket sold.');
    },
  },
  {
    name: 'Undo the sale that was just made',
    doIt: async (hands) => {
      await sellTwo(hands);
      hands.keys = 0;
      await hands.follow(hands.button('Undo this sale'));
      await hands.sees(/undone/);
    },
  },
  {
    name: 'Open a ticket by its code, and print it again',
    prepare: ticket,
    doIt: async (hands, code) => {
      await find(hands, code);
      await hands.follow(hands.link('Print'));
      await hands.page.waitForURL('**/desk/print*');
    },
  },
  {
    name: 'Find a lost ticket that was sold about 11',
    prepare: ticket,
    doIt: async (hands) => {
      await hands.shortcut('/');
      await hands.tabTo(hands.label('Sold about'));
      await hands.type('03012027');
      await hands.press('Tab');
      await hands.type('1100a');
      await hands.press('Enter');
      await hands.page.getByRole('table').waitFor();
    },
  },
  {
    name: 'Exchange a ticket for another day',
    prepare: ticket,
    doIt: async (hands, code) => {
      await find(hands, code);
      await hands.follow(hands.link('Exchange'));
      await hands.tabTo(hands.label('Day'));
      await hands.type('03032027');
      await hands.press('Enter');
      await hands.sees('Wednesday 3 March 2027');
      await hands.follow(hands.label(/^General entry/), 'Space');
      await hands.tabTo(hands.label('Reason'));
      await hands.type('Ill');
      await hands.press('Enter');
      await hands.sees('The ticket has been exchanged.');
    },
  },
  {
    name: 'Void a ticket and pay it back in cash',
    prepare: ticket,
    doIt: async (hands, code) => {
      await find(hands, code);
      await hands.tabTo(hands.page.getByLabel('Reason').last());
      await hands.type('Ill');
      await hands.tabTo(hands.page.getByLabel(/Pay back|Refund/).last());
      await hands.type('Cash');
      await hands.press('Enter');
      await hands.sees(/void/i);
    },
  },
  {
    name: 'Take the money of a reservation',
    prepare: async (museum) => {
      const items = [{ ticketType: 'general', ticketDate: TODAY, quantity: 2 }];
      return (await museum.api('POST', '/orders', { body: { items, hold: 900 } })).json.orderCode.slice(6);
    },
    doIt: async (hands, code) => {
      await find(hands, code);
      await hands.follow(hands.button('Cash'));
      await hands.page.waitForURL('**/desk/print*');
    },
  },
  {
    name: 'Close the museum for two weeks',
    doIt: async (hands) => {
      await hands.follow(hands.link('Calendar'));
      await hands.page.waitForURL('**/desk/calendar*');
      await hands.page.waitForLoadState();
      await hands.follow(hands.link('Close or reopen days'));
      await hands.sees('Show what is sold');
      await hands.tabTo(hands.label('From'));
      await hands.type('08012027');
      await hands.tabTo(hands.label('To, this day included'));
      await hands.type('08142027');
      await hands.press('Enter');
      await hands.follow(hands.button('Close'));
      await hands.sees('14 days are closed.');
    },
  },
  {
    name: 'Cash up',
    doIt: async (hands) => {
      await hands.follow(hands.link('Cash up'));
      await hands.page.waitForURL('**/desk/cash-up*');
      await hands.page.waitForLoadState();
      await hands.tabTo(hands.label(/change/i));
      await hands.type('100');
      await hands.press('Tab');
      await hands.type('118');
      await hands.press('Enter');
      await hands.sees(/difference/i);
    },
  },
];

for (const task of TASKS) test(task.name, (t) => count(t, task));

async function count(t: TestContext, { name, prepare, doIt }: Task): Promise<void> {
  const museum = await furnishedMuseum(t);
  const about = (await prepare?.(museum)) ?? '';
  const page = await openDesk(t, museum, '/desk');
  await page.addInitScript('window.print = () => { document.title = "printing"; }');
  const hands = new Hands(page);
  const startedAt = performance.now();
  await doIt(hands, about);
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`| ${name} | ${hands.keys} | ${seconds.toFixed(1)} |`);
}
