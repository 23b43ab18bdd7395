import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { DATABASES, ONE_DATABASE } from '../../fixtures/databases.ts';
import { type Museum, openMuseum } from '../../fixtures/museum.ts';
import { sealEverything } from '../../fixtures/sealing.ts';
import { type DatabaseAddress, inspectStore } from '../store/index.ts';
import { type CheckFigures, checkMuseum } from './index.ts';

/** Each takes a sound museum and damages it; `names` is the difference that must be named. */
const DAMAGES: readonly { title: string; sql: string; names: RegExp }[] = [
  {
    title: 'a counter of an event day that is too low',
    sql: "UPDATE slots SET sold = 1 WHERE day = '2027-03-05' AND product <> 'general'",
    names: /on 2027-03-05: the counter says 1 sold, but tickets and held orders take 2 places/,
  },
  {
    title: 'a counter of general entry that is too high',
    sql: "UPDATE slots SET sold = sold + 1 WHERE product = 'general'",
    names: /General entry on 2027-03-05: the counter says 3 sold, but tickets and held orders take 2 places/,
  },
  {
    title: 'tickets for a day without a counter',
    sql: "DELETE FROM slots WHERE product = 'general'",
    names: /General entry on 2027-03-05: tickets and held orders take 2 places, but there is no counter/,
  },
  {
    title: 'a ticket that is gone',
    sql:
      'DELETE FROM contacts WHERE number = (SELECT min(number) FROM tickets); ' +
      'DELETE FROM tickets WHERE number = (SELECT min(number) FROM tickets)',
    names: /on 2027-03-05: the counter says 2 sold, but tickets and held orders take 1 places/,
  },
  {
    title: 'that all tickets, accounts and the journal are gone, where events are left',
    sql:
      'DELETE FROM check_ins; DELETE FROM voids; DELETE FROM contacts; DELETE FROM tickets; ' +
      'DELETE FROM journal; DELETE FROM accounts',
    names: /on 2027-03-05: the counter says 2 sold, but tickets and held orders take 0 places/,
  },
  {
    title: 'a confirmation code that is not its ticket’s',
    sql: `UPDATE tickets SET confirmation_code =
            (SELECT confirmation_code FROM tickets AS other ORDER BY number LIMIT 1)
           WHERE number = (SELECT min(number) + 1 FROM tickets)`,
    names: /Ticket number \d+ has the confirmation code ticket-event-\S+, but its number gives ticket-event-/,
  },
  {
    title: 'a ticket number that will be given again',
    sql: 'UPDATE ticket_numbers SET next = (SELECT max(number) FROM tickets)',
    names: /Ticket number (\d+) is not below the next number to be issued, \1/,
  },
  {
    title: 'a date of an event that is not on sale',
    sql: "UPDATE slots SET listed = 0 WHERE day = '2027-03-06'",
    names: /2027-03-06 is one of its dates, but is not on sale/,
  },
  {
    title: 'a date on sale of a cancelled event',
    sql: 'UPDATE special_events SET cancelled_at = 1',
    names: /2027-03-0[56] is on sale, but is of a cancelled event/,
  },
  {
    title: 'an event day that is sold up to another capacity than the event’s',
    sql: "UPDATE slots SET capacity = 41 WHERE product <> 'general'",
    names: /on 2027-03-0[56]: its capacity is 41, but the event’s capacity is 40/,
  },
  {
    title: 'a day of general entry that is sold up to another capacity than the general one',
    sql: 'UPDATE general_admission SET capacity = 7',
    names: /General entry on 2027-03-05: its capacity is no limit, but the general capacity is 7/,
  },
  {
    title: 'a day that is called off although it takes place',
    sql: "INSERT INTO called_off VALUES ('general', '2027-03-05', 'day-closed', 1, NULL, 'choose')",
    names: /The days of general entry that were called off are not those on which it does not take place/,
  },
  {
    title: 'a date with tickets that is not on sale, and not called off',
    sql: "UPDATE slots SET listed = 0 WHERE day = '2027-03-05' AND product <> 'general'",
    names: /The days of event \S+ that were called off are not those on which it does not take place/,
  },
  {
    title: 'an event that is sold for whole days although it has entry times',
    sql: `UPDATE special_events SET times = '["11:00"]'`,
    names: /on 2027-03-0[56]: sold for the whole day, but the event has entry times/,
  },
  {
    title: 'an imported code for another day than its ticket',
    sql: `INSERT INTO imported_codes (ticket_date, number, code)
           SELECT '2027-03-04', number, 'old-1' FROM tickets ORDER BY number LIMIT 1`,
    names: /An imported code is that of ticket number \d+ for 2027-03-04, which does not exist/,
  },
  {
    title: 'a payment with a gift voucher that was taken off none',
    sql: `INSERT INTO payments (payment_id, order_id, method, by_gift, amount_cents, currency, day, at)
           SELECT '01a0d5c4-a3d1-7042-b6c8-91e5d30f7a25', ticket_id, 'voucher', 1, 1250, 'EUR', '2027-03-05', 1
             FROM tickets WHERE price_cents = 1250 ORDER BY number LIMIT 1`,
    names: /For the order \S+: 12\.5 is paid with gift vouchers, but 0 was taken off them\./,
  },
  {
    title: 'a sale of which more was paid back than was paid',
    sql: `INSERT INTO payments (payment_id, order_id, method, amount_cents, currency, day, at)
           SELECT '01a0d5c4-a3d1-7042-b6c8-91e5d30f7a24', ticket_id, 'cash', -1251, 'EUR', '2027-03-05', 1
             FROM tickets WHERE price_cents = 1250 ORDER BY number LIMIT 1`,
    names: /For the order \S+: 0\.01 more is paid back or owed than was paid\./,
  },
  {
    title: 'a signing key that can’t be read',
    sql: "UPDATE signing_keys SET private_key = 'x'",
    names: /the private key of [0-9A-Z]{2} is not 32 bytes in base64url/,
  },
  {
    title: 'the secret of the confirmation codes, gone',
    sql: "DELETE FROM secrets WHERE name = 'confirmation-codes'",
    names: /The secret for confirmation codes is missing/,
  },
  {
    title: 'the secret of the confirmation codes, damaged',
    sql: "UPDATE secrets SET value = 'x' WHERE name = 'confirmation-codes'",
    names: /The secret for confirmation codes is missing or damaged/,
  },
  {
    title: 'a kept answer about a ticket that is not there',
    sql: "UPDATE kept_answers SET made = '01a0d5c4-a3d1-7042-b6c8-91e5d30f7a24'",
    names: /The response stored for the Idempotency-Key once refers to 01a0d5c4-\S+, which does not exist/,
  },
  {
    title: 'a migration with another text',
    sql: "UPDATE migrations SET checksum = 'another' WHERE number = 3",
    names: /migration 3 "events" differs from the one that was applied to the database/,
  },
  {
    title: 'a migration that is missing',
    sql: 'DELETE FROM migrations WHERE number = (SELECT max(number) FROM migrations)',
    names: /Migration \d+ "[a-z0-9-]+" has not been applied/,
  },
];

for (const { name, withSchema } of ONE_DATABASE) {
  test(`${name}: a museum that sold, limited, rescheduled and cancelled has no differences`, async (test) => {
    const { museum, database } = await museumWithSales(test, await withSchema(test));
    await sealEverything(museum.store);
    const { figures, differences } = await check(database);
    assert.deepEqual(differences, []);
    const { journalHead, ...counts } = figures ?? {};
    assert.match(`${journalHead}`, /^[0-9a-f]{64}$/);
    assert.deepEqual(counts, {
      tickets: 4,
      keptAnswers: 2,
      orders: 0,
      events: 2,
      eventDays: 4,
      generalDays: 2,
      overfullDays: 0,
      journalEntries: 9,
    });
  });

  test(`${name}: a capacity below the number sold is counted, but is no difference`, async (test) => {
    const { museum, database, eventId } = await museumWithSales(test, await withSchema(test));
    await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 1 } });
    await museum.api('PUT', '/capacity/general', { body: { capacity: 0 } });
    const { figures, differences } = await check(database);
    assert.deepEqual(differences, []);
    assert.equal(figures?.overfullDays, 2);
  });

  for (const { title, sql, names } of DAMAGES) {
    test(`${name}: names ${title}`, async (test) => {
      const { museum, database } = await museumWithSales(test, await withSchema(test));
      await museum.store.transaction(async (tx) => {
        for (const statement of sql.split('; ')) await tx.run(statement);
      });
      const { differences } = await check(database);
      assert.ok(
        differences.some((difference) => names.test(difference)),
        `named: ${differences.join('\n')}`,
      );
    });
  }

  test(`${name}: names what is wrong in the journal`, async (test) => {
    const { museum, database } = await museumWithSales(test, await withSchema(test));
    await sealEverything(museum.store);
    await museum.store.transaction(async (tx) => {
      await tx.run("UPDATE journal SET details = '{}' WHERE number = 3");
      await tx.run('DELETE FROM journal WHERE number = 6');
    });
    assert.deepEqual((await check(database)).differences, [
      'Entry 3 of the journal differs from what was sealed, or an earlier entry was changed.',
      'The journal has no entries between 5 and 7.',
    ]);
  });

  test(`${name}: sees one instant, whatever is sold during the check`, async (test) => {
    const { museum, database, eventId } = await museumWithSales(test, await withSchema(test));
    const differences: string[] = [];
    await inspectStore(database, async (snapshot) => {
      for await (const difference of checkMuseum(snapshot)) differences.push(difference);
      await buy(museum, { ticketType: 'event', eventId, ticketDate: '2027-03-05' });
      for await (const difference of checkMuseum(snapshot)) differences.push(difference);
      assert.equal((await snapshot.get('SELECT count(*) AS count FROM tickets'))?.count, 4);
    });
    assert.deepEqual(differences, []);
  });
}

test('names a missing index and an unknown table', async (test) => {
  const { museum, database } = await museumWithSales(test, await DATABASES[0]?.withSchema(test));
  await museum.store.transaction(async (tx) => {
    await tx.run('DROP INDEX slots_by_day');
    await tx.run('CREATE TABLE guests (name TEXT)');
  });
  assert.deepEqual((await check(database)).differences, [
    'The schema has guests, which no migration creates.',
    'The schema lacks slots_by_day.',
  ]);
});

async function museumWithSales(test: TestContext, database: DatabaseAddress | undefined) {
  assert.ok(database !== undefined);
  const museum = await openMuseum({ database });
  test.after(() => museum.close());
  const eventId = await announce(museum, 'The night of the tills', ['2027-03-05', '2027-03-06']);
  const cancelled = await announce(museum, 'The one that never was', ['2027-03-05', '2027-03-07']);
  await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 40 } });
  await museum.api('PUT', '/capacity/general/2027-03-06', { body: { capacity: 0 } });
  await museum.api('DELETE', `/special-events/${cancelled}`);
  await buy(museum, { ticketType: 'event', eventId, ticketDate: '2027-03-05' });
  await buy(museum, { ticketType: 'event', eventId, ticketDate: '2027-03-05' }, 'once');
  await buy(museum, { ticketType: 'general', ticketDate: '2027-03-05' });
  await buy(museum, { ticketType: 'general', ticketDate: '2027-03-05' });
  return { museum, database, eventId };
}

async function announce(museum: Museum, name: string, dates: string[]): Promise<string> {
  const body = { name, location: 'Hall', eventDescription: '', dates, price: 12.5 };
  const headers = dates.includes('2027-03-07') ? { 'idempotency-key': 'announced' } : {};
  return (await museum.api('POST', '/special-events', { body, headers })).json.eventId;
}

async function buy(museum: Museum, purchase: object, key?: string): Promise<void> {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const body = { ...purchase, email: 'ada@example.com' };
  assert.equal((await museum.api('POST', '/tickets', { body, headers })).status, 201);
}

async function check(database: DatabaseAddress) {
  return inspectStore(database, async (snapshot) => {
    const running = checkMuseum(snapshot);
    const differences: string[] = [];
    for (;;) {
      const { done, value } = await running.next();
      if (done) return { differences, figures: value as CheckFigures | undefined };
      differences.push(value);
    }
  });
}
