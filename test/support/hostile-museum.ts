import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { hiddenField, Visitor } from './browsing.ts';
import { startMailServer } from './mail-server.ts';
import { type Museum, openMuseum } from './museum.ts';
import { startReceiver } from './receiver.ts';
import { buyTicket, createEvent, eventPurchase, generalPurchase, TODAY } from './samples.ts';
import { decode } from './tags.ts';
import { temporaryFolder } from './temporary-store.ts';

/** Ends whatever it is put into, and would run if it were taken for HTML. */
export const HOSTILE = `"'></p><img src=x onerror=alert(1)>`;
const HOSTILE_EMAIL = '"\'><img/src=x/onerror=alert(1)>"@example.com';

/** What the texts begin with that pages show to somebody. */
export const SHOWN = [
  ...['Name', 'Place', 'About', 'Closure', 'Void', 'Exchange', 'Override', 'Door', 'Who', 'Browser'],
  ...['Webhook', 'Answer', 'Mail', 'Category', 'Proof'],
];

export interface WrittenMuseum {
  readonly museum: Museum;
  /** Of an account whose name is one of the texts. */
  readonly name: string;
  readonly password: string;
  /** Of an event whose name is one of the texts. */
  readonly eventId: string;
}

/** A museum in which every text that an account or a program can set has been set by somebody who means harm. */
export function hostileMuseum(t: TestContext): Promise<WrittenMuseum> {
  return writtenMuseum(t, (start) => `${start}${HOSTILE}`, HOSTILE_EMAIL);
}

/** A text that begins with one of SHOWN, and has at most so many characters. */
type Write = (start: string, most: number) => string;

/** A museum in which `write` makes every such text, and each visitor's address is `email`. */
export async function writtenMuseum(
  t: TestContext,
  write: Write,
  email: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<WrittenMuseum> {
  const mailServer = await startMailServer(t);
  const [refused, answered] = [write('Mail', 200), write('Answer', 200)];
  mailServer.decide(() => `550 ${refused}`);
  const receiver = await startReceiver(t, {
    behaviour: () => (_, response) => response.writeHead(500).end(answered),
  });
  const museum = await openMuseum({
    database: { kind: 'sqlite', path: `${await temporaryFolder(t)}/museum.db` },
    settings: {
      ...settings,
      MUSEUM_NAME: write('Museum', 100),
      MUSEUM_SMTP_URL: mailServer.url,
      MUSEUM_MAIL_FROM: 'tickets@museum.example',
      MUSEUM_WEBHOOK_ALLOW_PRIVATE: 'on',
    },
  });
  t.after(() => museum.close());
  const url = `${receiver.url}?q=${write('Query', 200).replaceAll(' ', '/')}`;
  await said(museum, 'POST', '/webhooks', { url, types: ['*'], description: write('Webhook', 200) });
  await said(museum, 'PUT', '/museum-hours/2027-03-12', { closed: true, reason: write('Closure', 200) });
  await addCategory(museum, write);
  const account = await someone(museum, write);
  const eventId = await sellAndAdmit(museum, account, write, email);
  for (const [channel, answer] of [
    ['webhook', answered],
    ['mail', refused],
  ] as const)
    while (!(await hasAnswered(museum, channel, answer))) await sleep(20);
  return { museum, ...account, eventId };
}

async function hasAnswered({ store }: Museum, channel: string, answer: string): Promise<boolean> {
  const answered = 'SELECT delivery_id FROM deliveries WHERE channel = ? AND answer LIKE ? LIMIT 1';
  return (await store.get(answered, [channel, `%${answer.slice(0, 20)}%`])) !== undefined;
}

async function said(museum: Museum, method: string, path: string, body: object) {
  const answer = await museum.api(method, path, { body });
  assert.ok(answer.status < 300, answer.text);
  return answer.json;
}

/** Adds a category with such a name and such a proof, which general entry is sold to, on one day at its own price. */
async function addCategory(museum: Museum, write: Write): Promise<void> {
  const standard = { category: 'standard', name: 'Adults', unitType: 'ADULT' };
  const other = {
    category: 'students',
    name: write('Category', 60),
    unitType: 'STUDENT',
    proof: write('Proof', 120),
  };
  await said(museum, 'PUT', '/categories', [standard, other]);
  const prices = [standard, other].map(({ category }) => ({ category, price: 0 }));
  await said(museum, 'PUT', '/general-entry/prices', prices);
  await said(museum, 'PUT', '/general-entry/prices/2027-03-07', prices);
}

/** Adds an account with such a name, which signs in with a browser that has such a name. */
async function someone(museum: Museum, write: Write): Promise<{ name: string; password: string }> {
  const admin = new Visitor(museum, { 'user-agent': write('Browser', 200) });
  await admin.signIn('admin');
  const csrf = await admin.token('/desk/accounts');
  const name = write('Who', 64);
  const { text } = await admin.post('/desk/accounts', { csrf, username: name, role: 'manager' });
  const password = decode(/<p class="password"><code>([^<]*)/.exec(text)?.[1] ?? '');
  return { name, password };
}

async function sellAndAdmit(
  museum: Museum,
  { name, password }: { name: string; password: string },
  write: Write,
  email: string,
): Promise<string> {
  const { eventId } = await createEvent(museum, {
    name: write('Name', 200),
    location: write('Place', 200),
    eventDescription: write('About', 5_000),
    dates: [TODAY, '2027-03-14'],
  });
  const contact = { ticketDate: TODAY, email, phone: '+44 (0)20 7946-0018' };
  const clerk = new Visitor(museum, { 'user-agent': write('Browser', 200) });
  assert.equal((await clerk.signIn(name, '/desk', password)).status, 303);
  const csrf = await clerk.token('/desk/tickets');
  const key = hiddenField((await clerk.get('/desk/sell')).text, 'key');
  const sold = await clerk.post('/desk/sell', {
    csrf,
    key,
    date: TODAY,
    [eventId]: '1',
    email,
    paidBy: 'card',
  });
  assert.equal(sold.status, 303, sold.text);
  const buy = async () => (await buyTicket(museum, eventPurchase(eventId, contact))).ticketId;
  await buyTicket(museum, generalPurchase()); // a mail server refuses the other address before anybody is asked
  const [gone, changed, visitor, early] = [
    await buy(),
    await buy(),
    await buy(),
    (await buyTicket(museum, generalPurchase({ email, ticketDate: '2027-03-08' }))).ticketId,
  ];
  const actions = [
    [`${gone}/void`, { reason: write('Void', 200), refund: 'nothing' }],
    [
      `${changed}/exchange`,
      { reason: write('Exchange', 200), key: randomUUID(), date: '2027-03-14', what: eventId },
    ],
    [`${early}/override`, { override: write('Override', 200) }],
  ] as const;
  for (const [path, form] of actions)
    assert.equal((await clerk.post(`/desk/tickets/${path}`, { csrf, ...form })).status, 303, path);
  const gate = write('Door', 60);
  await said(museum, 'POST', '/check-ins', { ticketId: visitor, gate });
  await said(museum, 'POST', '/check-ins', { code: write('Code', 200), gate });
  const at = new Date(museum.clock.now()).toISOString();
  const alone = { ticketId: visitor, gate, at, verdict: 'admitted', checkInId: randomUUID() };
  await said(museum, 'POST', '/check-ins/batch', { checkIns: [alone] });
  const item = { ticketType: 'event', eventId, ticketDate: TODAY, quantity: 1 };
  const reference = write('Reference', 100);
  await said(museum, 'POST', '/orders', { items: [item], email, reference, paidBy: 'invoice' });
  return eventId;
}
