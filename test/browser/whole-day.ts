import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from '../../fixtures/browser.ts';
import { museumWithDesk, openDesk } from '../../fixtures/desk-pages.ts';
import { openGate, scanInto } from '../../fixtures/gate-page.ts';
import type { Hands } from '../../fixtures/hands.ts';
import type { Asker, Museum } from '../../fixtures/museum.ts';
import { TODAY } from '../../fixtures/samples.ts';

/** A day at the museum, from the first plan to the evening's figures, on the pages alone. */

interface Day {
  readonly museum: Museum;
  readonly hands: Hands;
  /** The desk, of somebody who has just signed in. */
  desk(as: Asker): Promise<Page>;
}

/** @param scripts whether the desk's pages may load theirs */
export async function spendDay(t: TestContext, hands: Hands, scripts = true): Promise<void> {
  const museum = await museumWithDesk(t);
  const desk = async (as: Asker) => {
    const page = await openDesk(t, museum, '/desk', { as });
    if (!scripts) await page.route('**/*.js', (route) => route.abort());
    return page;
  };
  const day: Day = { museum, hands, desk };
  await planning(day);
  await entering(t, day, await selling(day));
  await evening(day);
}

/** The manager announces an exhibition for today and a month on, closes a day, and limits the places of today. */
async function planning({ museum, hands, desk }: Day): Promise<void> {
  const { press, write, tick, choose } = hands;
  const page = await desk('manager');
  await press(page, 'link', 'Events');
  await press(page, 'link', 'New event');
  await write(page, 'Name', 'Comets');
  await write(page, 'Where', 'Roof');
  await write(page, 'Price', '12.50');
  await write(page, 'Places on each date', '3');
  await tick(page, 'Monday 1 March 2027');
  await press(page, 'button', 'Go to April 2027');
  await page.getByRole('heading', { name: 'April 2027' }).waitFor();
  await tick(page, 'Thursday 1 April 2027');
  await press(page, 'button', 'Announce');
  await page.getByText('The event is on sale.').waitFor();

  await press(page, 'link', 'Calendar');
  await press(page, 'link', 'Friday 12 March 2027');
  await choose(page, 'On this day the museum is', 'closed');
  await write(page, 'Reason', 'New floor');
  await press(page, 'button', 'Save');
  await page.getByText('The day has been changed.').waitFor();
  await press(page, 'link', 'Calendar');
  await press(page, 'link', 'Monday 1 March 2027');
  await choose(page, 'Limit', 'its own limit');
  await write(page, 'Places', '10');
  await page.keyboard.press('Enter');
  await page.getByText('The limit has been changed.').waitFor();

  const { json } = await museum.api('GET', `/special-events?startDate=${TODAY}&endDate=${TODAY}`);
  assert.deepEqual(json[0].dates, [TODAY, '2027-04-01']);
  const closed = await museum.api('POST', '/tickets', {
    body: { ticketType: 'general', ticketDate: '2027-03-12', email: 'ada@example.com' },
  });
  assert.equal(closed.status, 409);
}

/** Confirmation codes of tickets that are valid. */
interface Sold {
  readonly general: string;
  readonly exchanged: string;
}

/** The cashier sells, prints again, exchanges and makes void. */
async function selling({ hands, desk }: Day): Promise<Sold> {
  const { press, write, pick, tick, choose } = hands;
  const page = await desk('cashier');
  await press(page, 'link', 'Sell');
  await write(page, 'How many: General entry', '3');
  await write(page, 'How many: Comets', '1');
  await tick(page, 'Cash');
  await press(page, 'button', 'Sell');
  await page.getByText('4 tickets sold.').waitFor();
  await page.waitForLoadState();
  const codes = await page.locator('.sheet code').allInnerTexts();
  const general = codes.filter((code) => code.startsWith('ticket-general-'));
  const [kept = '', exchanged = '', voided = ''] = general;
  assert.deepEqual([codes.length, general.length], [4, 3]);

  const find = async (code: string) => {
    await press(page, 'link', 'Tickets');
    await write(page, 'Confirmation code', code);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `Ticket ${code}` }).waitFor();
  };
  await find(kept);
  await press(page, 'link', 'Print');
  await page.getByRole('img', { name: `Ticket ${kept}` }).waitFor();

  await find(exchanged);
  await press(page, 'link', 'Exchange');
  await pick(page, 'Exchange for', 'Comets');
  await write(page, 'Reason', 'Wants to see the comets');
  await choose(page, 'Difference', 'Cash');
  await press(page, 'button', 'Exchange');
  await page.getByText('The ticket has been exchanged. This is the new one.').waitFor();
  const title = await page.getByRole('heading', { level: 1 }).innerText();

  await find(voided);
  await write(page, 'Reason', 'Ill');
  await choose(page, 'Refund', 'No refund');
  await press(page, 'button', 'Void ticket');
  await page.getByText('The ticket is void.').waitFor();
  return { general: kept, exchanged: title.slice('Ticket '.length) };
}

/** At the gate two are let in, one leaves, and one who comes again is not. */
async function entering(t: TestContext, { museum }: Day, { general, exchanged }: Sold): Promise<void> {
  const page = await openGate(t, museum);
  assert.deepEqual(await scanInto(page, general), ['admitted', null]);
  assert.deepEqual(await scanInto(page, exchanged), ['admitted', null]);
  const { json } = await museum.api('POST', '/check-ins', {
    body: { confirmationCode: general, direction: 'out' },
  });
  assert.equal(json.verdict, 'left');
  const again = await museum.api('POST', '/check-ins', { body: { confirmationCode: exchanged } });
  assert.equal(again.json.reason, 'already-admitted');
}

/** Today's page, the calendar, the reports and the occupancy say the same, and it is what was done. */
async function evening({ museum, hands, desk }: Day): Promise<void> {
  museum.clock.advance(6 * 60 * 60_000);
  const page = await desk('manager');
  await hands.press(page, 'link', 'Today');
  await page.getByText('sold for today').waitFor();
  const today = await figuresOf(page);
  assert.deepEqual(today, { 'sold for today': 3, admitted: 2, 'inside now': 1, 'places left': 9 + 1 });

  const { json } = await museum.api('GET', '/occupancy');
  const { sold, admitted, left, inside, conflicts } = json;
  assert.deepEqual(
    { sold, admitted, left, inside, conflicts },
    { sold: 3, admitted: 2, left: 1, inside: 1, conflicts: 0 },
  );
  const comets = json.events.find(({ name }: { name: string | null }) => name === 'Comets');
  assert.deepEqual([comets.sold, comets.admitted], [2, 1]);

  await hands.press(page, 'link', 'Calendar');
  const cell = page.getByRole('cell', { name: 'Monday 1 March 2027' });
  assert.match(await cell.innerText(), /1 of 10[\s\S]*Comets\s+2 of 3/);

  await hands.press(page, 'link', 'Reports');
  await page.getByText('Sales by day').waitFor();
  // Four were sold and one in exchange; what is left is one for general entry at 9 and two for the comets at 12.50.
  const figures = { Sold: 5, Void: 1, Exchanged: 1, Cancelled: 0, Persons: 3, Revenue: 34 };
  assert.deepEqual(await figuresOf(page), figures);
}

/** The large figures of a page, by their names. */
async function figuresOf(page: Page): Promise<Record<string, number>> {
  await page.waitForLoadState();
  const names = await page.locator('.figures dt').allInnerTexts();
  const figures = await page.locator('.figures dd').allInnerTexts();
  return Object.fromEntries(names.map((name, index) => [name, Number(figures[index]?.replace('€', ''))]));
}
