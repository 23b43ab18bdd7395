import { isolated } from '../../core/name.js';
import { includesEntry } from '../../offers/index.ts';
import { type Html, html } from '../../pages/html.ts';
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

type Shown = OrderView['tickets'][number];

/** The tickets as pictures, and what else to do with them. */
export function ticketPictures(view: OrderView): Html {
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
  return html`
    ${tickets.some(({ state }) => holds(state)) && links}
    <ul class="pictures">${tickets.filter(isShown).map((ticket) => picture(view, ticket))}</ul>
  `;
}

/** The ticket for which one was exchanged says so. */
function isShown({ replacedBy }: Shown): boolean {
  return replacedBy === undefined;
}

function picture(view: OrderView, shown: Shown): Html {
  const { ticket, state, because } = shown;
  const { language } = view;
  const facts = ticketInWords(view, ticket, ADMITS_TO);
  const code = ticket.confirmationCode;
  const alt = shopOrderTexts(language)('ticket', { code });
  const source = view.at(`/tickets/${ticket.ticketId}.png`);
  const image = html`<img src="${source}" width="602" height="960" loading="lazy" alt="${alt}">`;
  const standing = state !== 'valid' && html`<br><strong>${stateText(language, { state, because })}</strong>`;
  return html`
    <li>
      ${holds(state) && image}
      <p>${facts}<br><code>${code}</code>${standing}${movedFrom(view, shown)}${postponed(view, ticket)}</p>
    </li>
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

function knownTicket({ events, categories }: OrderView, ticket: TicketRecord['ticket']) {
  const sold = events.get(ticket.product);
  const event = sold?.event;
  const category = categories.find(({ number }) => number > 0 && number === ticket.categoryNumber);
  const { name: eventName, location, languages } = event ?? {};
  const what = { eventName, location, languages, includesEntry: includesEntry(ticket.ticketId, sold) };
  return { ticket, ...what, category };
}
