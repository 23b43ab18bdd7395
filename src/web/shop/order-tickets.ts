import { isolated } from '../../core/name.js';
import { includesEntry } from '../../offers/index.ts';
import { type Html, html } from '../../pages/html.ts';
import { factList } from '../../pages/parts.ts';
import { TEXT_PATHS } from '../../settings/index.ts';
import {
  ADMITS_TO,
  chooseFacts,
  type FactName,
  factTexts,
  holds,
  stateText,
  type TicketRecord,
  ticketFacts,
} from '../../tickets/index.ts';
import type { OrderView } from './order-view.ts';
import { shopOrderTexts } from './shop-order-texts.ts';
import { shopTexts } from './shop-texts.ts';
import { addressFor } from './visitor.ts';

type Shown = OrderView['tickets'][number];

/** The tickets as pictures, side by side, and what else to do with them. */
export function ticketCards(view: OrderView): Html {
  const { language, tickets, openMove, movable } = view;
  const say = shopOrderTexts(language);
  // A move that is to be paid, or what was called off, comes first.
  const isFirst = openMove === undefined && !movable.some(({ isCalledOff }) => isCalledOff);
  const links = html`
    <p class="actions">
      <a class="button${isFirst && ' action'}" href="${view.at('/tickets.pdf')}">${say('pdf')}</a>
      <a class="button" href="${view.at('/visit.ics')}">${say('calendar')}</a>
    </p>
  `;
  const shown = tickets.filter(isShown);
  const name = say('yourTickets', { count: shown.length });
  return html`
    <ul class="tickets" tabindex="0" aria-label="${name}">
      ${shown.map((ticket, index) => card(view, ticket, { number: index + 1, of: shown.length }))}
    </ul>
    ${shown.length > 1 && pager(name, shown)}
    ${tickets.some(({ state }) => holds(state)) && links}
  `;
}

/** On a phone: the numbers of the tickets, of which one is seen at a time. */
function pager(name: string, shown: readonly Shown[]): Html {
  const links = shown.map((_, index) => html`<a href="#ticket-${index + 1}">${index + 1}</a>\n`);
  return html`<nav class="pager" aria-label="${name}">${links}</nav>`;
}

/** The ticket for which one was exchanged says so. */
function isShown({ replacedBy }: Shown): boolean {
  return replacedBy === undefined;
}

/** What the gate asks to see stands above the code. */
function card(view: OrderView, shown: Shown, place: { readonly number: number; readonly of: number }): Html {
  const { ticket, state, because } = shown;
  const { language } = view;
  const say = shopOrderTexts(language);
  const facts = ticketInWords(view, ticket, ADMITS_TO);
  const code = ticket.confirmationCode;
  const source = view.at(`/tickets/${ticket.ticketId}.png`);
  const image = html`<img src="${source}" width="602" height="960" loading="lazy" alt="${say('ticket', { code })}">`;
  const standing = state !== 'valid' && html`<br><strong>${stateText(language, { state, because })}</strong>`;
  const proof = categoryOf(view, ticket)?.proof;
  return html`
    <li class="ticket${!holds(state) && ' gone'}" id="ticket-${place.number}">
      <p class="of">
        ${proof && holds(state) && html`<strong dir="auto">${say('bring', { proof })}</strong>`}
        ${place.of > 1 && html`<span class="quiet">${say('numberOf', place)}</span>`}
      </p>
      ${holds(state) && image}
      <p>
        ${facts}<br><code translate="no">${code}</code>${standing}${movedFrom(view, shown)}${postponed(view, ticket)}
      </p>
    </li>
  `;
}

/** When, with what and where to come. */
export function beforeYouCome(view: OrderView): Html | undefined {
  const { language, words, shop, tickets } = view;
  const { settings } = shop;
  const say = shopOrderTexts(language);
  const valid = tickets.filter(({ state }) => holds(state)).map(({ ticket }) => ticket);
  if (valid.length === 0) return undefined;
  const visits = valid.map(({ day, entryTime }) => [words.day(day), entryTime].filter(Boolean).join(', '));
  const proofs = valid.flatMap((ticket) => categoryOf(view, ticket)?.proof ?? []);
  const lines = (texts: readonly string[]) =>
    [...new Set(texts)].map((text, index) => html`${index > 0 && html`<br>`}${text}`);
  const directions = settings.texts.visit && addressFor(view, TEXT_PATHS.visit);
  return html`
    <section class="before">
      <h2>${say('beforeYouCome')}</h2>
      ${factList('know', [
        [say('come'), lines(visits)],
        [say('bringWhat'), proofs.length > 0 && lines(proofs)],
        [say('where'), settings.now.address],
        [say('way'), directions && html`<a href="${directions}">${shopTexts(language)('yourVisit')}</a>`],
      ])}
    </section>
  `;
}

/** What it was for before, if it was for another day or time. */
function movedFrom({ tickets, language, words }: OrderView, { ticket, replaces }: Shown): Html | undefined {
  const old = tickets.find((each) => each.ticket.ticketId === replaces)?.ticket;
  if (old === undefined || (old.day === ticket.day && old.entryTime === ticket.entryTime)) return undefined;
  const visit = [words.day(old.day), old.entryTime].filter(Boolean).join(', ');
  return html`<br>${shopOrderTexts(language)('movedFrom', { visit })}`;
}

/** What day its event was postponed from. */
function postponed(
  { postponedFrom, language, words }: OrderView,
  { number }: Shown['ticket'],
): Html | undefined {
  const from = postponedFrom.get(number);
  return from && html`<br>${factTexts(language)('postponedFrom', { day: words.day(from) })}`;
}

/** Those facts of the ticket, on one line. */
export function ticketInWords(
  view: OrderView,
  ticket: TicketRecord['ticket'],
  names: readonly FactName[],
): Html {
  const facts = chooseFacts(ticketFacts(knownTicket(view, ticket), view.words), names);
  const parts = facts.map(({ value, language: lang }) =>
    lang === undefined ? isolated(value) : html`<span lang="${lang}">${isolated(value)}</span>`,
  );
  return html`${parts.map((part, index) => [index > 0 && ' · ', part])}`;
}

function categoryOf({ categories }: OrderView, ticket: TicketRecord['ticket']) {
  return categories.find(({ number }) => number > 0 && number === ticket.categoryNumber);
}

function knownTicket(view: OrderView, ticket: TicketRecord['ticket']) {
  const sold = view.events.get(ticket.product);
  const { name: eventName, location, languages } = sold?.event ?? {};
  const what = { eventName, location, languages, includesEntry: includesEntry(ticket.ticketId, sold) };
  return { ticket, ...what, category: categoryOf(view, ticket) };
}
