import { parseUuid, type Uuid } from '../../core/uuid.ts';
import { DELIVERY_STATES, type Delivery, type DeliveryState } from '../../deliveries/index.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { NOT_SENT } from '../../mail/index.ts';
import { attributes, type Html, html, type Piece } from '../../pages/html.ts';
import { table } from '../../pages/table.ts';
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
export function deliveriesPart(clerk: Clerk, shown: ShownDeliveries): Html {
  const { at, found, isOpen, undelivered } = shown;
  const { language } = clerk;
  const say = deliveriesTexts(language);
  const rows = found.slice(0, SHOWN).map((delivery) => rowOf(clerk, delivery, shown));
  const columns = [shown.what, say('happened'), say('state'), say('again')];
  const { failed } = undelivered;
  const again = html`<p><button name="failed" value="all">${say('allFailedAgain', { count: failed })}</button></p>\n`;
  const list = table(
    say('title'),
    columns.map((text) => ({ text })),
    rows,
    say('none'),
  );
  return html`<section class="sent" id="sent">
${states(clerk, shown)}${formTo(clerk, `${at}/retry`, html`${isOpen && failed > 0 && again}${list}`)}${found.length > SHOWN && older(clerk, shown)}</section>
`;
}

function rowOf(clerk: Clerk, delivery: Delivery, { describe, isOpen }: ShownDeliveries): Piece[] {
  const { language, words } = clerk;
  const say = deliveriesTexts(language);
  const { deliveryId, subject, state, attempts, madeAt, answer } = delivery;
  const [what, about] = describe(delivery);
  const isTroubled = state === 'failed' || (state === 'waiting' && attempts > 0);
  return [
    html`${what}<br><small>${about}</small>`,
    words.instant(madeAt),
    html`${stateOf(clerk, delivery)}${answer !== null && html`<br><small>${answerIn(clerk, answer)}</small>`}`,
    isOpen &&
      isTroubled &&
      html`<button name="deliveryId" value="${deliveryId}">${say('sendAgain')} <span class="unseen">${subject}</span></button>`,
  ];
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
  const way = (state: DeliveryState | undefined, text: string) =>
    html`<li><a${attributes({ class: 'way', href: state === undefined ? `${at}#sent` : `${at}?state=${state}#sent`, 'aria-current': state === asked.state && 'true' })}>${text}</a></li>\n`;
  const counted = DELIVERY_STATES.map((state) => {
    const count = counts[state];
    return way(state, count === undefined ? say(state) : `${say(state)} (${count})`);
  });
  return html`<nav class="choices" aria-label="${say('which')}"><ul>
${way(undefined, say('all'))}${counted}</ul></nav>
`;
}

function older({ language }: Clerk, { at, asked, found }: ShownDeliveries): Html {
  const last = found[SHOWN - 1] as Delivery;
  const query = new URLSearchParams({ ...(asked.state && { state: asked.state }), before: last.deliveryId });
  return html`<p><a href="${at}?${query.toString()}#sent">${deliveriesTexts(language)('older')}</a></p>\n`;
}

/** What the form asks to send again: one delivery, or all that failed. @throws HttpRefusal not-found when it is neither */
export function wantedAgain(form: URLSearchParams): Uuid | 'all' {
  const wanted = form.has('failed') ? 'all' : parseUuid(form.get('deliveryId') ?? '');
  if (wanted === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
  return wanted;
}
