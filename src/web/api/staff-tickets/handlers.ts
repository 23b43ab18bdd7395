import type { AccountActor } from '../../../contract/route.ts';
import type { Uuid } from '../../../core/uuid.ts';
import type { Answer } from '../../../http/answer.ts';
import { HttpRefusal } from '../../../http/http-refusal.ts';
import { voidTicket } from '../../../orders/index.ts';
import type { Transaction } from '../../../store/index.ts';
import {
  findTickets,
  getTicket,
  orderOf,
  recordsOf,
  type Ticket,
  type TicketRecord,
} from '../../../tickets/index.ts';
import { BASE_PATH, type InputOf, type OutputOf } from '../contract/index.ts';
import { nextLink, readCursor, writeCursor } from '../cursor.ts';
import { showPassage } from '../gate/presenters.ts';
import { readMoney } from '../orders/handlers.ts';
import type { Parts } from '../parts.ts';
import { withMembers } from '../repeatable.ts';
import type { HandlersOf } from '../route.ts';
import { success } from '../success.ts';
import { presentTicket } from '../tickets/presenters.ts';
import { changedOf } from '../wanted.ts';
import type { staffTicketOperations } from './operations.ts';

export function staffTicketHandlers({
  store,
  days,
  till,
  selling,
  finder,
  repeatable,
}: Parts<'store' | 'days' | 'till' | 'selling' | 'finder' | 'repeatable'>): HandlersOf<
  keyof typeof staffTicketOperations
> {
  const { currency } = selling.terms;
  const read = async (actor: AccountActor, ticketId: Uuid) =>
    showRecord(await getTicket(store, actor, ticketId, await days.current()));
  const contactOf = async (actor: AccountActor, ticketId: Uuid) =>
    showContact((await getTicket(store, actor, ticketId, await days.current())).contact);
  return {
    getTicket: async ({ actor, path: { ticketId } }) => success('getTicket', await read(actor, ticketId)),

    findTickets: async ({ actor, query }) => {
      const question = readQuestion(query);
      const { limit } = question;
      const found = await findTickets(store, actor, { ...question, limit: limit + 1 }, finder);
      const page = found.slice(0, limit);
      const after = writeCursor('tickets', page.at(-1)?.number ?? 0);
      const next = found.length > limit ? nextLink(`${BASE_PATH}/tickets`, query, after) : {};
      const records = await recordsOf(store, page, await days.current());
      return success('findTickets', records.map(showRecord), next);
    },

    voidTicket: async ({ actor, path: { ticketId }, body: { refund, ...request } }) => {
      const wanted = { ...request, ...readMoney({ ...(refund && { refund }) }, currency) };
      await store.transaction((tx) => voidTicket(tx, actor, ticketId, wanted, selling));
      return success('voidTicket', await read(actor, ticketId));
    },

    exchangeTicket: async ({ actor, path: { ticketId }, header, body }) => {
      const { accountId } = actor;
      const { phone, reason, entryTime = null } = body;
      const today = await days.current();
      return repeatable.answer<TicketRecord>(
        {
          operationId: 'exchangeTicket',
          accountId,
          key: header['idempotency-key'],
          body: { ticketId, ...body },
        },
        {
          perform: async (once) => {
            const money = readMoney(body, currency);
            const { ticket } = await getTicket(store, actor, ticketId, today);
            const wanted = { ...changedOf({ ...body, entryTime }), ticketIds: [ticketId], phone, reason };
            const read = async (tx: Transaction, made: readonly Ticket[]) => {
              const [record] = await recordsOf(tx, made, today);
              return record as TicketRecord;
            };
            return till.exchange(actor, orderOf(ticket), { ...wanted, ...money }, { read, once });
          },
          show: (record) => showExchanged({ ...record, contact: undefined }),
          named: {
            first: showExchanged,
            again: (kept) => withMembers('exchangeTicket', kept, (shown) => contactOf(actor, shown.ticketId)),
          },
        },
      );
    },
  };
}

function showExchanged(record: TicketRecord): Answer {
  const location = `${BASE_PATH}/tickets/${record.ticket.ticketId}`;
  return success('exchangeTicket', showRecord(record), { location });
}

type Query = InputOf<'findTickets'>['query'];

function readQuestion({ after, limit = 30, ticketDate: day, eventId, soldFrom, soldTo, ...filters }: Query) {
  const before = after === undefined ? undefined : readCursor('tickets', after);
  if (soldFrom !== undefined && soldTo !== undefined && Date.parse(soldTo) < Date.parse(soldFrom)) {
    const detail = 'soldTo must not be before soldFrom.';
    throw new HttpRefusal('invalid-request', { faults: [{ in: 'query', pointer: '/soldTo', detail }] });
  }
  const when = {
    ...(day !== undefined && { day }),
    ...(eventId !== undefined && { product: eventId }),
    ...(soldFrom !== undefined && { soldFrom: Date.parse(soldFrom) }),
    ...(soldTo !== undefined && { soldTo: Date.parse(soldTo) }),
  };
  return { ...filters, ...when, limit, ...(before !== undefined && { before }) };
}

function showRecord(record: TicketRecord): OutputOf<'getTicket'> {
  const { ticket, state, because, eventName, soldBy, contact, passages, replaces, replacedBy } = record;
  return {
    ...presentTicket(ticket, eventName),
    soldBy,
    state,
    ...(because && { because }),
    ...showContact(contact),
    admissions: passages.map(({ direction, ...passage }) => ({ ...showPassage(passage), direction })),
    ...(replaces && { replaces }),
    ...(replacedBy && { replacedBy }),
  };
}

function showContact(contact: TicketRecord['contact']) {
  return {
    ...(contact && { email: contact.email }),
    ...(contact?.phone && { phone: contact.phone }),
  };
}
