import { fromCents } from '../../core/money.ts';
import type { Ticket } from '../../tickets/index.ts';
import type { DayHours, News } from '../../webhooks/index.ts';
import { showEvent, showWeek } from './presenters.ts';

/** The member `data` of a webhook message. Never an e-mail address or a telephone number. */
export function showNews(news: News): object {
  switch (news.type) {
    case 'ticket.sold':
    case 'ticket.void':
    case 'ticket.admitted':
    case 'ticket.admission-undone':
      return showTicket(news.ticket);
    case 'day.sold-out':
      return {
        date: news.day,
        ticketType: news.event === undefined ? 'general' : 'event',
        ...(news.event && { eventId: news.event.eventId, eventName: news.event.name }),
      };
    case 'hours.changed':
      return 'week' in news.hours ? { week: showWeek(news.hours.week) } : showHours(news.hours);
    case 'webhook.test':
      return { webhookId: news.webhookId, message: 'This is a test. Nothing has happened.' };
    default:
      return showEvent(news.event);
  }
}

function showTicket({
  ticketId,
  ticketType,
  ticketDate,
  eventId,
  confirmationCode,
  priceCents,
}: Ticket): object {
  return {
    ticketId,
    ticketType,
    ticketDate,
    ...(eventId !== null && { eventId }),
    confirmationCode,
    price: fromCents(priceCents),
  };
}

function showHours({ day, opening, reason }: DayHours): object {
  return { date: day, closed: opening === null, ...opening, ...(reason !== null && { reason }) };
}
