import { uuidV7 } from '../../../src/core/uuid.ts';
import { presenceAfter, remember } from '../../../src/web/gate/assets/knowledge.js';
import { type Door, knowledgeOf } from '../offline-gate.ts';
import type { Shown, World } from '../world.ts';
import { action, onTicket } from './action.ts';

const ANY = ['valid', 'admitted', 'void', 'cancelled', 'expired'];

/** Who comes in and goes out, also at a gate that has no network for a while and does not hear what happens meanwhile. */
export const gate = [
  onTicket(
    'scan a ticket at the gate',
    8,
    ANY,
    async (world, { ticket }) => {
      const { ticketId, state, ticketDate } = ticket;
      const door = someDoor(world, ticket);
      const alone = await world.gates.decide(ticketId, await knowledgeOf(world, ticketDate), world.now, door);
      const answer = await world.api('POST', '/check-ins', { ticketId, ...door }, 'gate');
      const { verdict, reason } = answer.json;
      if (verdict !== alone.verdict || reason !== alone.reason)
        world.faults.push(`a gate says ${answer.text}, and without a network ${JSON.stringify(alone)}`);
      if (verdict === 'admitted' && state !== 'valid' && state !== 'admitted')
        world.faults.push(`a ticket that is ${state} was let in: ${ticketId}`);
      world.cameIn(answer.json);
      return answer;
    },
    true,
  ),
  onTicket(
    'let somebody out',
    2,
    ['admitted', 'valid'], // of a ticket that is valid, general entry that it includes may be used
    async (world, { ticket }) => {
      const body = { ticketId: ticket.ticketId, direction: 'out', ...someDoor(world, ticket) };
      return ticket.admissions.length > 0 && world.api('POST', '/check-ins', body, 'gate');
    },
    true,
  ),
  onTicket(
    'let somebody in by mistake, and take it back',
    1,
    ANY,
    async (world, { ticket: { ticketId } }) => {
      const { json } = await world.api('POST', '/check-ins', { ticketId }, 'cashier');
      if (json.verdict !== 'admitted') return false;
      world.cameIn(json);
      const undone = await world.api('POST', `/check-ins/${json.checkInId}/undo`, undefined, 'cashier');
      if (undone.status === 200) world.came.delete(json.checkInId);
      return undone;
    },
    true,
  ),
  action('count a class without a ticket', 2, async (world) => {
    const { draw, now } = world;
    const persons = draw.between(1, 28);
    const visit = { visitId: uuidV7(now), category: 'standard', persons, gate: 'East door' };
    const answer = await world.api('POST', '/visits', visit, 'gate');
    const again = await world.api('POST', '/visits', visit, 'gate');
    if (again.text !== answer.text) world.faults.push(`${answer.text} was counted again as ${again.text}`);
    if (answer.status === 201) world.came.set(visit.visitId, { visit: visit.visitId, persons });
    return answer;
  }),
  action('count people out who came without a ticket', 1, async (world) => {
    const { draw, now } = world;
    const { entries } = await world.get('/occupancy');
    const { inside } = (entries as Shown[]).find(({ entry }) => entry === 'counted');
    const persons = draw.between(1, 30);
    const visit = { visitId: uuidV7(now), category: 'standard', persons, direction: 'out' };
    const answer = await world.api('POST', '/visits', visit, 'gate');
    const isRight = answer.status === (persons > inside ? 409 : 201);
    if (!isRight) world.faults.push(`${persons} of ${inside} were counted out: ${answer.text}`);
    return answer;
  }),
  action('count by mistake, and take it back', 1, async (world) => {
    const visitId = uuidV7(world.now);
    await world.api('POST', '/visits', { visitId, category: 'standard', persons: 3 }, 'cashier');
    return world.api('POST', `/visits/${visitId}/undo`, undefined, 'cashier');
  }),
  action('cut a gate off from the network', 1, async (world) => {
    if (world.cutOff !== undefined) return false;
    world.cutOff = { knowledge: await knowledgeOf(world, world.today()), checkIns: [], visits: [] };
    return true;
  }),
  onTicket(
    'scan a ticket at the gate that is cut off',
    8,
    ANY,
    async (world, { ticket }) => {
      const { cutOff, gates, now } = world;
      if (cutOff === undefined) return false;
      const { ticketId } = ticket;
      const door = someDoor(world, ticket);
      const { knowledge } = cutOff;
      const { verdict, reason, used = 'own' } = await gates.decide(ticketId, knowledge, now, door);
      const at = new Date(now).toISOString();
      const checkIn = { checkInId: uuidV7(now), ticketId, at, verdict, ...(reason && { reason }), ...door };
      cutOff.checkIns.push(checkIn);
      if (verdict === 'admitted') {
        const presence = presenceAfter(knowledge.presences.get(ticketId), used, 'in', { at: now });
        remember(knowledge, [{ ticketId, checkInId: checkIn.checkInId, ...presence }]);
      }
      return true;
    },
    true,
  ),
  action('count a class at the gate that is cut off', 2, async ({ cutOff, draw, now }) => {
    const at = new Date(now).toISOString();
    cutOff?.visits.push({ visitId: uuidV7(now), category: 'standard', persons: draw.between(1, 28), at });
    return cutOff !== undefined;
  }),
  action('hand in what the gate that was cut off has decided', 2, async (world) => {
    const { checkIns, visits } = world.cutOff ?? { checkIns: [], visits: [] };
    if (checkIns.length === 0) return false;
    const ids = new Set(checkIns.map(({ ticketId }) => ticketId));
    for (const { ticket, order } of world.ticketsIn(...ANY))
      if (ids.has(ticket.ticketId)) world.touched.add(order.orderId);
    return handIn(world, checkIns, visits);
  }),
];

/** A door that lets in everything, general entry alone, or what the ticket is for. */
function someDoor({ draw }: World, { eventId = 'general' }: Shown): Door {
  const admits = draw.oneOf([undefined, undefined, 'general', eventId]);
  return admits === undefined ? {} : { admits };
}

/** What a gate has decided stands, and says the same when it is handed in twice. */
async function handIn(world: World, checkIns: readonly Shown[], visits: readonly Shown[]) {
  const batch = { checkIns, ...(visits.length > 0 && { visits }) };
  const answer = await world.api('POST', '/check-ins/batch', batch, 'gate');
  const again = await world.api('POST', '/check-ins/batch', batch, 'gate');
  for (const { visitId, persons } of visits) world.came.set(visitId, { visit: visitId, persons });
  world.cutOff = undefined;
  for (const [index, taken] of (answer.json as Shown[]).entries()) {
    if (taken.verdict !== checkIns[index].verdict || taken.conflict !== again.json[index].conflict)
      world.faults.push(`${JSON.stringify(checkIns[index])} was taken as ${JSON.stringify(taken)}`);
    world.cameIn(taken);
  }
  return answer;
}
