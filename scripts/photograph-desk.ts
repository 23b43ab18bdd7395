/**
 * Photographs the pages of the desk for docs/desk.md and docs/selling-more.md: `npm run pictures`. Look at each before it is committed.
 */
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Page, screenshot } from '../fixtures/browser.ts';
import { furnishedMuseum, openDesk, timedMuseum } from '../fixtures/desk-pages.ts';
import { startMailServer } from '../fixtures/mail-server.ts';
import { type Museum, openMuseum } from '../fixtures/museum.ts';
import { startReceiver } from '../fixtures/receiver.ts';
import { buyTicket, generalPurchase, TODAY } from '../fixtures/samples.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';

const folder = fileURLToPath(new URL('../docs/desk/', import.meta.url));

test('photographs the desk', async (t) => {
  const museum = await furnishedMuseum(t);
  const page = await openDesk(t, museum, '/desk', { width: 1180, height: 760 });
  const picture = (name: string) => screenshot(page, `${folder}${name}.png`);
  await putStepsAside(page);
  await picture('today');
  await page.goto('/desk/sell');
  await picture('sell');
  await page.getByLabel('How many: Sorolla and the sea').fill('1');
  await page.getByRole('radio', { name: 'Cash' }).check();
  await page.getByRole('button', { name: 'Sell' }).click();
  await page.getByText('2 tickets sold.').waitFor();
  await page.waitForLoadState('networkidle');
  await picture('print');
  await page.goto('/desk/tickets');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('table').waitFor();
  await picture('tickets');
  await page
    .getByRole('link', { name: /^ticket-general/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Void ticket' }).waitFor();
  await picture('ticket');
  const { orderId } = await placeGroup(museum);
  await page.goto(`/desk/orders/${orderId}`);
  await page.getByLabel(/^How many are chosen: Standard, General/).fill('5');
  await picture('order');
  await page.goto('/desk/events');
  await picture('events');
  await page.getByRole('link', { name: 'Sorolla and the sea' }).first().click();
  await page.getByText('Sales per date').waitFor();
  await picture('event');
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('heading', { name: 'Edit Sorolla' }).waitFor();
  await picture('event-form');
  await page.goto(`/desk/calendar?date=${TODAY}`);
  await picture('calendar');
  await page.goto('/desk/calendar/2027-03-12');
  await picture('calendar-day');
  await page.goto('/desk/calendar/closing');
  await picture('closing');
  await page.goto('/desk/reports?by=event');
  await page.getByText('Sales by event').waitFor();
  await picture('reports');
  const march = `startDate=${TODAY}&endDate=2027-03-31`;
  const { json: events } = await museum.api('GET', `/special-events?${march}`);
  const { eventId } = events.find(({ name }: { name: string }) => name.startsWith('Lanterns'));
  await museum.api('DELETE', `/special-events/${eventId}`);
  await page.goto(`/desk/events/${eventId}/holders`);
  await page.getByText('3 sales are to be paid back').waitFor();
  await picture('holders');
});

/** Today as it is once the museum is set up. */
async function putStepsAside(page: Page): Promise<void> {
  const aside = page.getByRole('button', { name: /^Put aside/ });
  for (let left = await aside.count(); left > 0; left -= 1) {
    await aside.first().click();
    await page.waitForLoadState();
  }
}

/** A group's order, of which one is ill, paid by invoice. */
async function placeGroup(museum: Museum) {
  const [event] = (await museum.api('GET', `/special-events?startDate=${TODAY}`)).json;
  const items = [
    { ticketType: 'general', ticketDate: '2027-03-10', quantity: 18 },
    { ticketType: 'event', eventId: event.eventId, ticketDate: '2027-03-10', quantity: 2 },
  ];
  const body = { items, email: 'tours@hanse.example', paidBy: 'invoice' };
  const { json } = await museum.api('POST', '/orders', { body });
  const { ticketId } = json.items[0].tickets[0];
  const refund = { method: 'invoice', amount: 9 };
  await museum.api('POST', `/tickets/${ticketId}/void`, { body: { reason: 'Ill', refund } });
  return json;
}

test('photographs categories and entry times', async (t) => {
  const museum = await timedMuseum(t);
  const page = await openDesk(t, museum, '/desk/settings/prices', { width: 1180, height: 760 });
  await screenshot(page, `${folder}prices.png`);
  await page.goto('/desk');
  await putStepsAside(page);
  await screenshot(page, `${folder}entry-times.png`);
});

test('photographs what else is sold', async (t) => {
  const museum = await furnishedMuseum(t);
  await sellBeside(museum);
  const page = await openDesk(t, museum, '/desk/settings/codes', { as: 'admin', width: 1180, height: 760 });
  const picture = (name: string) => screenshot(page, `${folder}${name}.png`);
  await picture('codes');
  await page.goto('/desk/settings/articles');
  await picture('articles');
  const items = [
    { ticketType: 'general', ticketDate: '2027-03-10', quantity: 2 },
    { article: 'audio-guide', quantity: 2 },
    { article: 'roof', quantity: 1, price: 5 },
  ];
  const body = { items, email: 'ada@example.com', paidBy: 'card', code: 'SPRING-27' };
  const { orderId } = (await museum.api('POST', '/orders', { body })).json;
  await museum.api('POST', `/orders/${orderId}/hand-out`, { body: { article: 'audio-guide', quantity: 1 } });
  await page.goto(`/desk/orders/${orderId}`);
  await picture('order-articles');
  await page.goto('/desk/reports?by=article');
  await page.getByText('Sales by article').waitFor();
  await picture('reports-article');
});

/** Two articles, a code that is in a newsletter, and some that are given away. */
async function sellBeside(museum: Museum): Promise<void> {
  const onSale = { onSale: true, channels: ['desk', 'shop'] };
  const guide = { article: 'audio-guide', kind: 'extra', name: 'Audio guide', price: 4, ...onSale };
  const roof = { article: 'roof', kind: 'donation', name: 'A new roof', suggested: [3, 5, 10], ...onSale };
  await museum.api('PUT', '/articles', { body: [guide, roof] });
  const newsletter = { code: 'SPRING-27', kind: 'percent', value: 20, uses: 500, note: 'Newsletter' };
  const friends = { count: 40, prefix: 'FRIENDS-', kind: 'price', value: 0, uses: 1, note: 'Friends' };
  for (const codes of [newsletter, friends]) await museum.api('POST', '/codes', { body: codes });
}

test('photographs prints and mails', async (t) => {
  const server = await startMailServer(t);
  const receiver = await startReceiver(t);
  const museum = await openMuseum({
    database: { kind: 'sqlite', path: join(await temporaryFolder(t), 'museum.db') },
    settings: {
      MUSEUM_NAME: 'Museum of Tides',
      MUSEUM_SMTP_URL: server.url,
      MUSEUM_MAIL_FROM: 'tickets@museum.example',
      MUSEUM_WEBHOOK_ALLOW_PRIVATE: 'on',
    },
  });
  t.after(() => museum.close());
  const wishes = {
    url: receiver.url,
    types: ['ticket.sold', 'day.sold-out'],
    description: 'The shop at the corner',
  };
  await museum.api('POST', '/webhooks', { body: wishes });
  server.decide((to) => (to.startsWith('grace') ? '550 5.1.1 No such user' : undefined));
  receiver.behave((_, index) => (index === 1 ? 503 : 204));
  for (const email of ['ada@example.com', 'grace@example.com', 'mary@example.com'])
    await buyTicket(museum, generalPurchase({ email }));
  const untried = () => museum.store.all('SELECT delivery_id FROM deliveries WHERE attempts = 0');
  while (receiver.received.length < 3 || server.offered() < 3 || (await untried()).length > 0)
    await sleep(50);
  const page = await openDesk(t, museum, '/desk/webhooks', { as: 'admin', width: 1180, height: 760 });
  await screenshot(page, `${folder}webhooks.png`);
  await page.getByRole('link', { name: 'The shop at the corner' }).click();
  await page.getByRole('button', { name: 'Send a test' }).waitFor();
  await screenshot(page, `${folder}webhook.png`);
  await page.goto('/desk/mail');
  await screenshot(page, `${folder}mail.png`);
});
