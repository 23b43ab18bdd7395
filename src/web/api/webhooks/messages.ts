import type { Static, TObject } from 'typebox';
import type { HoursMessage, Message } from '../../../webhooks/index.ts';
import { presentEvent } from '../events/presenters.ts';
import { showWeek } from '../hours/presenters.ts';
import { presentPass } from '../passes/presenters.ts';
import { presentTicket } from '../tickets/presenters.ts';
import { MESSAGE_DATA, type MessageData } from './message-fields.ts';

/** The member `data` of a webhook message. Never an e-mail address, a telephone number or the name of who holds a pass. */
export function showMessage(message: Message): MessageData {
  switch (message.type) {
    case 'ticket.sold':
    case 'ticket.void':
    case 'ticket.admitted':
    case 'ticket.admission-undone':
      return declared(MESSAGE_DATA[message.type], {
        ...presentTicket(message.ticket),
        ...message.standing,
        ...(message.reference !== null && { reference: message.reference }),
      });
    case 'pass.sold':
    case 'pass.blocked':
      return declared(MESSAGE_DATA[message.type], presentPass(message.pass));
    case 'day.sold-out':
      return declared(MESSAGE_DATA[message.type], {
        date: message.day,
        ticketType: message.event === undefined ? 'general' : 'event',
        ...(message.event && { eventId: message.event.eventId, eventName: message.event.name }),
      });
    case 'hours.changed': {
      const { hours } = message;
      return declared(
        MESSAGE_DATA[message.type],
        'week' in hours ? { week: showWeek(hours.week) } : showHours(hours),
      );
    }
    case 'keys.revoked': {
      const { keyId, replacedBy } = message;
      return declared(MESSAGE_DATA[message.type], { keyId, replacedBy });
    }
    case 'webhook.test': {
      const text = 'This is a test message.';
      return declared(MESSAGE_DATA[message.type], { webhookId: message.webhookId, message: text });
    }
    default:
      return declared(MESSAGE_DATA[message.type], presentEvent(message.event));
  }
}

function showHours({ day, opening, reason }: HoursMessage) {
  return { date: day, closed: opening === null, ...opening, ...(reason !== null && { reason }) };
}

/** Exactly the members that the schema declares. */
function declared<Schema extends TObject>(schema: Schema, value: Static<Schema>): Static<Schema> {
  const members = Object.entries(value).filter(([name]) => name in schema.properties);
  return Object.fromEntries(members) as Static<Schema>;
}
