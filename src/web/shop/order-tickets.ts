import { type Html, html } from '../../pages/html.ts';
import {
  ADMITS_TO,
  type FactName,
  factLine,
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
  const { language, tickets } = view;
  const say = shopOrderTexts(language);
  const links = html`
    <p class="actions">
      <a class="button action" href="${view.at('/tickets.pdf')}">${say('pdf')}</a>
      <a class="button" href="${view.at('/visit.ics')}">${say('calendar')}</a>
    </p>
  `;
  return html`
    ${tickets.some(({ state }) => holds(state)) && links}
    <ul class="pictures">${tickets.map((ticket) => picture(view, ticket))}</ul>
  `;
}

function picture(view: OrderView, { ticket, state, because }: Shown): Html {
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
      <p>${facts}<br><code>${code}</code>${standing}</p>
    </li>
  `;
}

/** Those facts of the ticket, on one line. */
export function ticketInWords(
  view: OrderView,
  ticket: TicketRecord['ticket'],
  names: readonly FactName[],
): string {
  return factLine(ticketFacts(knownTicket(view, ticket), view.words), names);
}

function knownTicket({ events, categories }: OrderView, ticket: TicketRecord['ticket']) {
  const event = events.get(ticket.product)?.event;
  const category = categories.find(({ number }) => number > 0 && number === ticket.categoryNumber);
  return { ticket, eventName: event?.name, location: event?.location, category };
}
