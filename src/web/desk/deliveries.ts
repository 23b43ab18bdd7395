import { parseUuid, type Uuid } from '../../core/uuid.ts';
import { DELIVERY_STATES, type Delivery, type DeliveryState } from '../../deliveries/index.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { NOT_SENT } from '../../mail/index.ts';
import { type Html, html, type Piece } from '../../pages/html.ts';
import { choices } from '../../pages/parts.ts';
import { type Column, table } from '../../pages/table.ts';
import { deliveriesTexts, troubleTexts } from './deliveries-texts.ts';
import type { Clerk } from './desk-page.ts';
import { formTo } from './post-form.ts';

/** How many deliveries a page shows. */
const SHOWN = 50;

/** The query of a page of deliveries: only those in this state, and only those older than the delivery `before`. */
export interface Asked {
  readonly state?: DeliveryState;
  readonly before?: Uuid;
  readonly limit: number;
}

/** By default the newest deliveries in any state; and one more, which shows whether there are older ones. */
export function askedFor({ query }: Clerk): Asked {
  const state = DELIVERY_STATES.find((each) => each === query.get('state'));
  const before = parseUuid(query.get('before') ?? '');
  return { ...(state && { state }), ...(before && { before }), limit: SHOWN + 1 };
}

export interface ShownDeliveries {
  /** Address of the page; deliveries are sent again by a form to `/retry` below it. */
  readonly at: string;
  readonly asked: Asked;
  readonly found: readonly Delivery[];
  readonly undelivered: { readonly waiting: number; readonly failed: number };
  /** Whether deliveries can be sent now. */
  readonly isOpen: boolean;
  /** What it is, and what it is about. */
  describe(delivery: Delivery): readonly [Piece, Piece];
  /** What heads the first column. */
  readonly what: string;
}

/** A list of deliveries with their results. Failed and waiting ones can be sent again, failed ones also all at once. */
export function deliveriesPart(desk: Clerk, shown: ShownDeliveries): Html {
  const { at, found, isOpen } = shown;
  const { failed } = shown.undelivered;
  const say = deliveriesTexts(desk.language);
  const all = html`<p><button name="failed" value="all">${say('allFailedAgain', { count: failed })}</button></p>`;
  const content = html`
    ${isOpen && failed > 0 && all}
    ${deliveryTable(desk, shown)}
  `;
  return html`
    <section class="sent" id="sent">
      ${states(desk, shown)}
      ${formTo(desk, `${at}/retry`, content)}
      ${found.length > SHOWN && older(desk, shown)}
    </section>
  `;
}

function deliveryTable(desk: Clerk, { found, what, describe, isOpen }: ShownDeliveries): Html {
  const { language, words } = desk;
  const say = deliveriesTexts(language);
  const whatOf = (delivery: Delivery) => {
    const [name, about] = describe(delivery);
    return html`${name}<br><small>${about}</small>`;
  };
  const resultOf = (delivery: Delivery) => {
    const { answer } = delivery;
    return html`${stateOf(desk, delivery)}${answer !== null && html`<br><small>${answerIn(desk, answer)}</small>`}`;
  };
  const again = ({ deliveryId, subject, state, attempts }: Delivery) => {
    const isTroubled = state === 'failed' || (state === 'waiting' && attempts > 0);
    const text = html`${say('sendAgain')} <span class="unseen">${subject}</span>`;
    return isOpen && isTroubled && html`<button name="deliveryId" value="${deliveryId}">${text}</button>`;
  };
  const columns: Column<Delivery>[] = [
    { head: what, cell: whatOf },
    { head: say('happened'), cell: ({ madeAt }) => words.instant(madeAt) },
    { head: say('state'), cell: resultOf },
    { head: say('again'), cell: again },
  ];
  return table(say('title'), found.slice(0, SHOWN), columns, say('none'));
}

/** The result of an attempt. The usual ones are translated; others are shown as the room or the other system wrote them. */
export function answerIn(clerk: Clerk, answer: string): Html {
  const say = troubleTexts(clerk.language);
  const isNoServer = answer.startsWith(`${NOT_SENT.noServer} `);
  if (isNoServer)
    return html`${say('noServer')} ${answerIn(clerk, answer.slice(NOT_SENT.noServer.length + 1))}`;
  const { en } = troubleTexts.texts;
  const usual = (Object.keys(en) as (keyof typeof en)[]).find((key) => en[key] === answer);
  return usual === undefined ? html`<span lang="en" dir="auto">${answer}</span>` : html`${say(usual)}`;
}

export function stateOf(clerk: Clerk, { state, attempts, nextAt }: Delivery): string {
  const say = deliveriesTexts(clerk.language);
  const next = nextAt === null || attempts === 0 ? '' : say('next', { time: clerk.words.instant(nextAt) });
  const tried = attempts > 0 ? say('attempts', { count: attempts }) : '';
  return [say(state), tried, next].filter(Boolean).join(' · ');
}

function states({ language }: Clerk, { at, asked, undelivered }: ShownDeliveries): Html {
  const say = deliveriesTexts(language);
  const counts: Partial<Record<DeliveryState, number>> = undelivered;
  const addressOf = (state: DeliveryState | undefined) => `${at}${state ? `?state=${state}` : ''}#sent`;
  const links = DELIVERY_STATES.map((state) => {
    const count = counts[state];
    return { href: addressOf(state), text: count === undefined ? say(state) : `${say(state)} (${count})` };
  });
  return choices(
    say('which'),
    [{ href: addressOf(undefined), text: say('all') }, ...links],
    addressOf(asked.state),
  );
}

function older({ language }: Clerk, { at, asked, found }: ShownDeliveries): Html {
  const last = found[SHOWN - 1] as Delivery;
  const query = new URLSearchParams({ ...(asked.state && { state: asked.state }), before: last.deliveryId });
  return html`<p><a href="${at}?${query.toString()}#sent">${deliveriesTexts(language)('older')}</a></p>`;
}

/** What the form asks to send again: one delivery, or all that failed. @throws HttpRefusal not-found when it is neither */
export function wantedAgain(form: URLSearchParams): Uuid | 'all' {
  const wanted = form.has('failed') ? 'all' : parseUuid(form.get('deliveryId') ?? '');
  if (wanted === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
  return wanted;
}
