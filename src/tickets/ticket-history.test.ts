import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '../journal/index.ts';
import type { Queries } from '../store/index.ts';
import { withTicketIds } from './ticket-history.ts';

test('a subject of digits is the number of a ticket only in entries about that ticket', async () => {
  const queries = { all: async () => [{ number: 27, ticketId: 'an id' }] } as unknown as Queries;
  const entry = (kind: string, details: object) => ({ kind, subject: '27', details }) as Entry;
  const shown = await withTicketIds(queries, [
    entry('tickets.sold', { tickets: [27] }),
    entry('keys.revoked', { reason: 'Lost' }),
  ]);
  assert.deepEqual(
    shown.map(({ subject, details }) => [subject, details]),
    [
      ['an id', { tickets: ['an id'] }],
      ['27', { reason: 'Lost' }],
    ],
  );
});
