import { uuidV7 } from '../../../src/core/uuid.ts';
import { offlineVerdict } from '../offline-gate.ts';
import { onTicket } from './action.ts';

const ANY = ['valid', 'admitted', 'void', 'cancelled', 'expired'];

/** Who comes in and goes out. */
export const gate = [
  onTicket(
    'scan a ticket at the gate',
    8,
    ANY,
    async (world, { ticket }) => {
      const { ticketId, state } = ticket;
      const alone = await offlineVerdict(world, ticketId, ticket.ticketDate, world.now);
      const answer = await world.api('POST', '/check-ins', { ticketId }, 'gate');
      const { verdict, reason } = answer.json;
      if (verdict !== alone.verdict || reason !== alone.reason)
        world.faults.push(`a gate says ${answer.text}, and without a network ${JSON.stringify(alone)}`);
      if (verdict === 'admitted' && state !== 'valid' && state !== 'admitted')
        world.faults.push(`a ticket that is ${state} was let in: ${ticketId}`);
      return answer;
    },
    true,
  ),
  onTicket(
    'let somebody out',
    2,
    ['admitted'],
    ({ api }, { ticket: { ticketId } }) => api('POST', '/check-ins', { ticketId, direction: 'out' }, 'gate'),
    true,
  ),
  onTicket(
    'let somebody in by mistake, and take it back',
    1,
    ANY,
    async ({ api }, { ticket: { ticketId } }) => {
      const { json } = await api('POST', '/check-ins', { ticketId }, 'cashier');
      return (
        json.verdict === 'admitted' && api('POST', `/check-ins/${json.checkInId}/undo`, undefined, 'cashier')
      );
    },
    true,
  ),
  onTicket(
    'hand in what a gate without a network let in',
    1,
    ['valid'],
    ({ api, now }, { ticket }) => {
      const at = new Date(now - 1_000).toISOString();
      const checkIn = { checkInId: uuidV7(now), ticketId: ticket.ticketId, at, verdict: 'admitted' };
      return api('POST', '/check-ins/batch', { checkIns: [checkIn] }, 'gate');
    },
    true,
  ),
];
