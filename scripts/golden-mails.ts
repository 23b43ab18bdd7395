/** Mails whose look is kept: one of each kind, and a ticket and an order in each language. Those of orders have a logo. */
import { readFileSync } from 'node:fs';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { SoldArticle } from '../src/articles/index.ts';
import { addDays, calendarDay } from '../src/core/calendar-day.ts';
import { LANGUAGES, type Language } from '../src/core/language.ts';
import type { Uuid } from '../src/core/uuid.ts';
import type { SpecialEvent } from '../src/events/index.ts';
import { type GiftChange, GiftCodes } from '../src/gifts/index.ts';
import { type Logo, readLogo, type TicketImages } from '../src/images/index.ts';
import type { TicketNow } from '../src/mail/current-tickets.ts';
import type { HolderState, MailKind, OrderMailKind } from '../src/mail/mail-kind.ts';
import { mailOptions } from '../src/mail/mail-server.ts';
import { MailWriter, type Occasion, type WrittenMail } from '../src/mail/mail-writer.ts';
import type { OrderOccasion } from '../src/mail/order-mails.ts';
import { GENERAL } from '../src/offers/index.ts';
import { articlesIn, type Good, type Order } from '../src/orders/index.ts';
import { type OwnTexts, type SettingValues, settingsOf } from '../src/settings/index.ts';
import type { Queries } from '../src/store/index.ts';
import type { Ticket } from '../src/tickets/index.ts';
import { GOLDEN_TICKETS } from './golden-tickets.ts';

export interface GoldenMail {
  readonly name: string;
  readonly kind: MailKind | OrderMailKind;
  readonly language: Language;
  /** Whether it is about an order of several tickets. */
  readonly isOrder?: boolean;
  /** Whether there is no rate of value added tax for general entry. */
  readonly isExempt?: boolean;
}

const KINDS: readonly MailKind[] = [
  'ticket',
  'exchanged',
  'reissued',
  'moved',
  'restored',
  'postponed',
  'day-lost',
  'cancelled',
  'closed',
  'void',
];

const ORDER_KINDS: readonly OrderMailKind[] = [
  'confirm',
  'reserved',
  'released',
  'refund-due',
  'refund-paid',
  'bought',
  'taken-back',
  'gift',
  'withdrawn',
];

export const GOLDEN_MAILS: readonly GoldenMail[] = [
  ...KINDS.map((kind): GoldenMail => ({ name: kind, kind, language: 'en' })),
  ...LANGUAGES.map(
    (language): GoldenMail => ({
      name: language === 'en' ? 'order' : `order-${language}`,
      kind: 'ticket',
      language,
      isOrder: true,
    }),
  ),
  { name: 'order-void', kind: 'void', language: 'en', isOrder: true },
  ...ORDER_KINDS.map((kind): GoldenMail => ({ name: kind, kind, language: 'en', isOrder: true })),
  ...LANGUAGES.filter((language) => language !== 'en').flatMap((language) =>
    (['ticket', 'cancelled'] as const).map((kind) => ({ name: `${kind}-${language}`, kind, language })),
  ),
];

const NOW = Date.parse('2026-03-01T10:00:00Z');
const DOMAIN = 'museum.example';
const golden = GOLDEN_TICKETS.find(({ name }) => name === 'special-event');
if (golden === undefined) throw new Error('There is no golden ticket special-event.');
const { museumName: museum, known } = golden;
const { eventName = '', location = '' } = known;
const SENDER = { name: museum, address: `tickets@${DOMAIN}` };
const png = readFileSync(new URL('../docs/tickets/special-event.png', import.meta.url));

const event: SpecialEvent = {
  eventId: '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27' as Uuid,
  name: eventName,
  location,
  description: '',
  dates: [known.ticket.day],
  priceCents: known.ticket.priceCents,
};
const ticket: Ticket = {
  ...known.ticket,
  ticketId: '01a0d5c4-a3d0-7c19-9e02-4f7b6a2d8c51' as Uuid,
  product: event.eventId,
  soldAt: NOW - 3_600_000,
};

const CANCELLED = {
  ...{ product: ticket.product, day: ticket.day, because: 'event-cancelled' },
  ...{ calledOffAt: NOW, reason: null, refund: null },
};

const GOODS: readonly Good[] = [
  {
    ...{ kind: 'article', article: 'guide', is: 'extra', name: 'Audio guide', names: {} },
    ...{ quantity: 2, priceCents: 400, vat: 1900, position: 0 },
  },
  {
    ...{ kind: 'article', article: 'roof', is: 'donation', name: 'A roof for the whale', names: {} },
    ...{ quantity: 1, priceCents: 1_000, vat: null, position: 1 },
  },
];

const GIFT_ITEM: Good = { kind: 'gift', quantity: 1, priceCents: 5_000, vat: null, position: 0 };

const GIFT_CODES = new GiftCodes(new Uint8Array(32));
const giftId = '01a0d5c4-a3d0-7c19-9e02-4f7b6a2d8c52' as Uuid;
/** To somebody else than the buyer. */
const GIFT: NonNullable<OrderOccasion['gift']> = {
  ...{ giftId, orderId: ticket.ticketId, item: 0, soldBy: null, isForOther: true },
  ...{ cents: 5_000, balanceCents: 5_000, currency: 'EUR', language: 'en', soldAt: NOW },
  encryptedCode: GIFT_CODES.encrypt('k7m2-qdxp-3fha-9trc', giftId),
  ...{ message: 'Happy birthday, dear Ada!', recipient: 'ada@example.com' },
  validTo: calendarDay('2029-12-31'),
};

const CHILD = JSON.stringify({ de: 'Kind', fr: 'Enfant', es: 'Niño', nl: 'Kind' });

const REPLACED = {
  number: 0,
  confirmationCode: 'ticket-event-p3wz8r-b6gta',
  day: addDays(known.ticket.day, -7),
};

/** A museum that is open from nine to six, with the tickets that the mail is about, and one that was exchanged. */
function queriesAbout(
  tickets: readonly Ticket[],
  articles: readonly Partial<SoldArticle>[] = [],
  calledOff: readonly object[] = [],
  giftChanges: readonly GiftChange[] = [],
): Queries {
  const all = async (sql: string, values: readonly unknown[] = []) => {
    if (sql.includes('weekly_hours')) return Array(7).fill({ time_open: '09:00', time_close: '18:00' });
    if (sql.includes('AS owed')) return [{ orderId: [values[0]].flat()[0], owed: 9_900 }];
    if (sql.includes('FROM special_events')) return [{ event_id: event.eventId, name: eventName }];
    if (sql.includes('FROM gifts JOIN')) return giftChanges;
    if (sql.includes('FROM called_off')) return calledOff;
    if (sql.includes('FROM tickets')) return [values[0]].flat()[0] === 0 ? [REPLACED] : tickets;
    if (sql.includes('FROM sold_articles')) return articles;
    if (sql.includes('FROM article_changes')) return articles.flatMap(({ changes = [] }) => changes);
    return sql.includes('FROM categories') ? [{ number: 1, slug: 'child', name: 'Child', names: CHILD }] : [];
  };
  return { all, get: async () => undefined } as unknown as Queries;
}

const images = {
  draft: async () => ({}),
  image: async () => png,
  pdf: async () => Buffer.from('%PDF-1.7'),
  articlesPdf: async () => Buffer.from('%PDF-1.7'),
} as unknown as TicketImages;
const { picture: logo } = (await readLogo(
  readFileSync(new URL('../fixtures/logo.svg', import.meta.url)),
)) as Logo;

const ADDRESS = 'Harbour Street 1, 20457 Hamburg, VAT number DE123456789';

/** @param settings that the museum has beside its name, address and language @param texts of its own */
export async function writeGolden(
  { kind, language, isOrder = false, isExempt = false }: Omit<GoldenMail, 'name'>,
  settings: SettingValues = {},
  texts: OwnTexts = {},
): Promise<WrittenMail> {
  const occasion = occasionFor({ kind, language, isOrder, isExempt });
  const writer = new MailWriter({
    queries:
      'tickets' in occasion
        ? queriesAbout(
            occasion.tickets.map((each) => each.ticket),
            [],
            kind === 'cancelled' ? [CANCELLED] : [],
          )
        : queriesFor(occasion),
    images,
    giftPdfs: { pdf: async () => Buffer.from('%PDF-1.7') },
    giftCodes: GIFT_CODES,
    settings: { now: settingsOf({}, { name: museum, address: ADDRESS, language, ...settings }), texts },
    timeZone: 'Europe/Berlin',
    sender: SENDER,
    ...(isOrder && { logo: async () => logo }),
    publicUrl: () => `https://tickets.${DOMAIN}`,
    pageOf: (_order, kind) =>
      `https://tickets.${DOMAIN}/order/Zm9yIHZpc2l0b3Jz${kind === 'confirm' ? '?confirm=b25seSBpbiB0aGUgbWFpbA' : ''}`,
  });
  return writer.write(occasion, NOW);
}

/** One of each extra was given back, or all gift vouchers, where that is told. */
function queriesFor({ kind, order: { orderId, goods, currency } }: OrderOccasion): Queries {
  if (kind === 'withdrawn') {
    const change = { orderId, item: 0, currency, soldBy: null, at: NOW, isUnused: 0 } as const;
    const changes = [5_000, -5_000].map((cents): GiftChange => ({ ...change, cents }));
    return queriesAbout([], [], [], changes);
  }
  if (kind !== 'taken-back') return queriesAbout([]);
  const sold = articlesIn(goods).map(({ article, is, quantity }): Partial<SoldArticle> => {
    const change = { orderId, article, what: 'returned', quantity: 1, at: NOW } as const;
    return { orderId, article, kind: is, quantity, changes: is === 'extra' ? [change] : [] };
  });
  return queriesAbout([], sold);
}

function occasionFor({
  kind,
  language,
  isOrder,
  isExempt = false,
}: Omit<GoldenMail, 'name'>): Occasion | OrderOccasion {
  if (!isAboutOrder(kind)) return isOrder ? orderIn(language, kind, isExempt) : occasionOf(kind);
  const [{ order, email = '' }] = orderIn(language, 'ticket').tickets;
  if (order === undefined) throw new Error('The order is missing.');
  if (kind === 'bought' || kind === 'taken-back') {
    const alone = { ...order, items: [], goods: GOODS };
    const moneyBack = { cents: 400, currency: order.currency };
    return { kind, email, order: alone, ...(kind === 'taken-back' && { moneyBack }) };
  }
  if (kind === 'gift') return { kind, email, order, gift: GIFT };
  if (kind === 'withdrawn') {
    const withdrawn = { at: NOW, online: 5_000, byMuseum: 0, currency: order.currency };
    return { kind, email, order: { ...order, items: [], goods: [GIFT_ITEM], state: 'void' }, withdrawn };
  }
  if (kind === 'confirm') {
    const items = order.items.map((item) => ({ ...item, priceCents: 0 }));
    return { kind, email, order: { ...order, items } };
  }
  const paidBack = { cents: 9_900, currency: order.currency };
  if (kind === 'refund-due') return { kind, order, email, moneyBack: { ...paidBack, reason: 'late' } };
  return { kind, order, email, ...(kind === 'refund-paid' && { moneyBack: paidBack }) };
}

function isAboutOrder(kind: MailKind | OrderMailKind): kind is OrderMailKind {
  return (ORDER_KINDS as readonly string[]).includes(kind);
}

function occasionOf(kind: MailKind): Occasion {
  const before: HolderState = { validity: 'valid', place: 'East wing, room 4' };
  const isGeneral = kind === 'closed';
  const now: TicketNow = {
    ticket: isGeneral ? { ...ticket, product: GENERAL } : ticket,
    event: isGeneral ? undefined : event,
    minutes: isGeneral ? undefined : 60,
    includesEntry: false,
    order: undefined,
    email: 'ada@example.com',
    lastMailed: before,
    mailId: null,
    replaces: undefined,
    isExchanged: false,
    validity: 'valid',
    reason: isGeneral ? 'water leak' : null,
    refund: undefined,
    place: isGeneral ? null : location,
  };
  const postponed =
    kind === 'postponed' ? { from: addDays(ticket.day, -7), reason: 'the guide is ill' } : undefined;
  return { kind, tickets: [now], before, replaces: kind === 'exchanged' ? [0] : [], postponed };
}

/** A family's order: an event for all, and general entry at a time on another day for the grown-ups. */
function orderIn(language: Language, kind: MailKind, isExempt = false): Occasion {
  const { tickets, ...occasion } = occasionOf(kind);
  const [adult] = tickets;
  const { ticketId: id, day, priceCents, currency } = adult.ticket;
  const child = { category: 'child', categoryNumber: 1, priceCents: Math.round(priceCents / 2) };
  const general = {
    product: GENERAL,
    day: addDays(day, 1),
    entryTime: '11:30',
  } as const;
  const wanted: Partial<Ticket>[] = [
    {},
    {},
    child,
    child,
    { ...general, priceCents: 1200 },
    { ...general, priceCents: 1200 },
  ];
  const sold = wanted.map((of, index): TicketNow => {
    const ticketId = `${id.slice(0, -1)}${index}` as Uuid;
    const confirmationCode = `ticket-${of.product ?? 'event'}-p3wz8r-b6gt${'abcdef'[index]}`;
    const made = {
      ...adult.ticket,
      ...of,
      ticketId,
      number: index + 1,
      orderId: id,
      soldWith: id,
      confirmationCode,
      vat: of.product !== GENERAL ? 700 : isExempt ? null : 1900,
    };
    return {
      ...adult,
      ticket: made,
      ...(made.product === GENERAL && { event: undefined, minutes: undefined, place: null }),
    };
  });
  const together = Map.groupBy(sold, ({ ticket: { product, category } }) => `${product} ${category}`);
  const items = [...together.values()].map((some) => {
    return { ...some[0]?.ticket, ticketIds: some.map((each) => each.ticket.ticketId) };
  });
  const order = {
    ...{ orderId: id, orderCode: 'order-7k2m9p', items, goods: [], currency, language },
    soldAt: NOW - 3_600_000,
    ...{ state: kind === 'void' ? 'void' : 'sold', expiresAt: NOW + 86_400_000 },
    ...{ releasedBy: 'expiry', heldFor: 'provider' },
  } as unknown as Order;
  return { ...occasion, tickets: sold.map((each) => ({ ...each, order })) as [TicketNow, ...TicketNow[]] };
}

/** The whole mail as it is handed over. */
export function asMessage(written: WrittenMail, { name }: GoldenMail): Promise<Buffer> {
  const mail = {
    ...written,
    messageId: `01a400bf-4780-8000-8000-000000000000@${DOMAIN}`,
    to: 'ada@example.com',
    now: NOW,
  };
  const options = mailOptions(mail, SENDER);
  return new MailComposer({ ...options, baseBoundary: name }).compile().build();
}
