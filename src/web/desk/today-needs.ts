import { countTroubled } from '../../cards/index.ts';
import { currentKeySince, ROTATE_AFTER_MS } from '../../codes/index.ts';
import { addDays } from '../../core/calendar-day.ts';
import { isolated } from '../../core/name.js';
import { may } from '../../core/permissions.ts';
import type { Permission } from '../../core/roles.ts';
import { countNeedingAttention } from '../../deliveries/index.ts';
import type { Passage, ToldAdmission } from '../../gate/index.ts';
import type { Offer, OverfullSlot } from '../../offers/index.ts';
import { findToPayBack, type ToPayBack } from '../../orders/index.ts';
import { type Html, html, type Piece } from '../../pages/html.ts';
import { wordTexts } from '../../pages/texts.ts';
import { findOverfull } from '../../passes/index.ts';
import { countTroubledRefunds, findUncertain } from '../../payments/index.ts';
import { type DiskSpace, isDiskNearlyFull } from '../../store/index.ts';
import type { DeskRequest } from './desk-options.ts';
import type { Clerk } from './desk-page.ts';
import { holdersAddress } from './events/holders.ts';
import { orderAddress, ticketLink } from './links.ts';
import { ONLINE_PAYMENTS } from './online-payments.ts';
import { findOwingOrders, type OwingOrder } from './owed.ts';
import { CARDS } from './settings/cards.ts';
import { todayTexts } from './today-texts.ts';

const DAYS_TOLD = 8;
/** For how long after the day of a cancelled event the page says that its holders are to be paid back. */
const PAY_BACK_DAYS = 90;
/** How many orders are told whose buyers are owed something. */
const OWING_TOLD = 8;
/** How many wrong admissions are told one by one. */
export const WRONG_TOLD = 10;
const GIB = 2 ** 30;
/** What the operator does about it. */
const OPERATIONS = '/docs/guides/operations';

/** The operational problems that this person can do something about. */
export interface Troubles {
  /** How many deliveries have failed this week, or are an hour late. */
  readonly webhooks: number | undefined;
  readonly mail: number | undefined;
  /** How many visits with cards the issuers may not know of. */
  readonly cardVisits: number | undefined;
  /** How many online payments have trouble. */
  readonly payments: number | undefined;
  /** Where more came with passes than there were places. */
  readonly overfull: readonly OverfullSlot[] | undefined;
  /** What was called off, whose holders are to be paid back. */
  readonly toPayBack: readonly ToPayBack[] | undefined;
  /** Orders whose buyers are owed money for tickets that they gave back or moved. */
  readonly owing: readonly OwingOrder[] | undefined;
  readonly disk: DiskSpace | undefined;
  /** When the key that signs tickets was made. */
  readonly keySince: number | undefined;
}

export async function findTroubles({
  actor,
  store,
  clock,
  calendar,
  diskSpace,
}: DeskRequest): Promise<Troubles> {
  const now = clock.now();
  const mayDo = <T>(permission: Permission, find: () => Promise<T>) =>
    may(actor.role, permission) ? find() : undefined;
  const [webhooks, mail, cardVisits, payments, overfull, toPayBack, owing, disk, keySince] =
    await Promise.all([
      mayDo('manage-webhooks', () => countNeedingAttention(store, 'webhook', now)),
      mayDo('manage-mail', () => countNeedingAttention(store, 'mail', now)),
      mayDo('undo-any-admission', () => countTroubled(store)),
      mayDo('void-tickets', async () => {
        const uncertain = await findUncertain(store, now);
        return uncertain.length + (await countTroubledRefunds(store, now));
      }),
      mayDo('arrange-programme', () => findOverfull(store, calendar.today())),
      mayDo('void-tickets', () => findToPayBack(store, addDays(calendar.today(), -PAY_BACK_DAYS))),
      mayDo('void-tickets', () => findOwingOrders(store, OWING_TOLD)),
      mayDo('arrange-programme', diskSpace),
      mayDo('manage-accounts', () => currentKeySince(store)),
    ]);
  return {
    ...{ webhooks, mail, cardVisits, payments, overfull, toPayBack, owing },
    disk: disk !== undefined && isDiskNearlyFull(disk) ? disk : undefined,
    keySince: keySince !== undefined && now - keySince > ROTATE_AFTER_MS ? keySince : undefined,
  };
}

/** All problems that need attention, one line each; undefined when there are none. */
export function needs(
  clerk: Clerk,
  {
    conflicts,
    wrong,
    ahead,
    troubles: {
      webhooks,
      mail,
      cardVisits,
      payments,
      overfull = [],
      toPayBack = [],
      owing = [],
      disk,
      keySince,
    },
  }: {
    readonly conflicts: number;
    /** Undefined for who may not see tickets. */
    readonly wrong: readonly ToldAdmission[] | undefined;
    readonly ahead: readonly Offer[];
    readonly troubles: Troubles;
  },
): Html | undefined {
  const { language, words } = clerk;
  const say = todayTexts(language);
  const isCounted = wrong === undefined || wrong.length === WRONG_TOLD;
  const full = ahead.slice(0, DAYS_TOLD).map(({ day, left, event: offered }) => {
    const event = offered?.name ?? wordTexts(language)('generalEntry');
    const told = say('nearlyFull', { count: left ?? 0, event, day: words.day(day) });
    return html`${told} <a href="/desk/calendar/${day}">${say('seeDay')}</a>`;
  });
  const gigabytes = (bytes: number) => words.number(Math.floor((bytes / GIB) * 10) / 10);
  const lines: Piece[] = [
    conflicts > 0 && isCounted && say('conflicts', { count: conflicts }),
    ...(wrong ?? []).map((admission) => wrongInWords(clerk, admission)),
    disk &&
      html`<a href="${OPERATIONS}#when-something-fails">${say('diskFull', { free: gigabytes(disk.free) })}</a>`,
    webhooks && html`<a href="/desk/webhooks">${say('webhooksFail', { count: webhooks })}</a>`,
    mail && html`<a href="/desk/mail">${say('mailsFail', { count: mail })}</a>`,
    cardVisits && html`<a href="${CARDS}">${say('cardVisitsFail', { count: cardVisits })}</a>`,
    payments && html`<a href="${ONLINE_PAYMENTS}">${say('paymentsFail', { count: payments })}</a>`,
    ...overfull.map(({ day, startsAt, over }) => {
      const when = startsAt === '' ? words.day(day) : `${words.day(day)}, ${startsAt}`;
      return html`${say('overfull', { count: over, when })} <a href="/desk/calendar/${day}">${say('seeDay')}</a>`;
    }),
    ...toPayBack.map(({ product, day, name, tickets: count }) => {
      const what =
        day === null
          ? say('payBack', { count, event: name ?? '' })
          : say('payBackDay', { count, day: words.date(day) });
      return html`<a href="${holdersAddress({ product, day: day ?? undefined })}">${what}</a>`;
    }),
    ...owing.map(({ order: { orderId, orderCode, currency }, cents }) => {
      const owed = say('owed', { order: orderCode, amount: words.money(cents, currency) });
      return html`<a href="${orderAddress(orderId)}">${owed}</a>`;
    }),
    keySince !== undefined &&
      html`<a href="${OPERATIONS}#signing-keys">${say('keyOld', { day: words.dayOf(keySince) })}</a>`,
    ...full,
  ].filter(Boolean);
  if (lines.length === 0) return undefined;
  return html`
    <section class="needs">
      <h2>${say('needsSomeone')}</h2>
      <ul>${lines.map((line) => html`<li>${line}</li>\n`)}</ul>
    </section>
  `;
}

/** A ticket that a gate without a network should not have admitted, where and when, and what to do about it. */
function wrongInWords({ language, words }: Clerk, admission: ToldAdmission): Html {
  const { ticket, what, at, gate, first, voidedAt } = admission;
  const say = todayTexts(language);
  const passage = (passed: Passage) =>
    passed.gate === undefined
      ? words.instant(passed.at)
      : `${words.instant(passed.at)} (${isolated(passed.gate)})`;
  const here = passage({ at, ...(gate !== null && { gate }) });
  const told =
    what === 'twice'
      ? say('admittedTwice', { first: first === undefined ? '–' : passage(first), again: here })
      : say('admittedVoid', { at: here, since: words.instant(voidedAt as number) });
  return html`${ticketLink(ticket)}: ${told}`;
}
