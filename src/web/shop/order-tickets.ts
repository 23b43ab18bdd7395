import { type Html, html } from '../../pages/html.ts';
import {
  ADMITS_TO,
  factLine,
  factTexts,
  mayAdmit,
  type TicketRecord,
  ticketFacts,
} from '../../tickets/index.ts';
import type { OrderView } from './order-view.ts';
import { shopOrderTexts } from './shop-order-texts.ts';

type Shown = OrderView['tickets'][number];

/** The tickets as pictures, and what else to do with them. */
export function ticketPictures(view: OrderView): Html {
  const { visitor, tickets } = view;
  const say = shopOrderTexts(visitor.language);
  const valid = tickets.filter(({ state }) => mayAdmit(state));
  const links = html`<p class="actions"><a class="button action" href="${view.at('/tickets.pdf')}">${say('pdf')}</a> <a class="button" href="${view.at('/visit.ics')}">${say('calendar')}</a></p>\n`;
  return html`${valid.length > 0 && links}<ul class="pictures">
${tickets.map((ticket) => picture(view, ticket))}</ul>
`;
}

function picture(view: OrderView, { ticket, state }: Shown): Html {
  const { language, words } = view.visitor;
  const known = knownTicket(view, ticket);
  const facts = factLine(ticketFacts(known, words), ADMITS_TO);
  const alt = shopOrderTexts(language)('ticket', { code: ticket.confirmationCode });
  const isShown = mayAdmit(state);
  const image = html`<img src="${view.at(`/tickets/${ticket.ticketId}.png`)}" width="602" height="960" loading="lazy" alt="${alt}">\n`;
  return html`<li>
${isShown && image}<p>${facts}<br><code>${ticket.confirmationCode}</code>${state !== 'valid' && html`<br><strong>${factTexts(language)(state)}</strong>`}</p>
</li>
`;
}

export function knownTicket({ events, categories }: OrderView, ticket: TicketRecord['ticket']) {
  const event = ticket.eventId === null ? undefined : events.get(ticket.eventId)?.event;
  const category = categories.find(({ number }) => number > 0 && number === ticket.categoryNumber);
  return { ticket, eventName: event?.name, location: event?.location, category };
}
