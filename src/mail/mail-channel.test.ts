import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { temporaryStore } from '../../fixtures/temporary-store.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import type { Delivery, DeliveryOutcome } from '../deliveries/index.ts';
import { MuseumDays } from '../hours/index.ts';
import { replacePrice } from '../offers/index.ts';
import type { Queries } from '../store/index.ts';
import { ContactHashes } from '../tickets/index.ts';
import { findTicketsNow } from './current-tickets.ts';
import { MailChannel } from './mail-channel.ts';
import type { MailContent } from './mail-kind.ts';
import type { Attempt, Mail } from './mail-server.ts';
import type { MailWriter, Occasion } from './mail-writer.ts';
import { NOT_SENT } from './not-sent.ts';

const HOUR = 3_600_000;

/** A museum with one event, the tickets 1 to 3 for it, and a mail server whose answers the test sets. */
const CALL_OFF = `INSERT INTO called_off (product, day, because, called_off_at, refund)
  VALUES (?, '2027-03-14', 'event-cancelled', 1, 'at-once')`;

async function open(test: TestContext) {
  const store = await temporaryStore(test);
  const clock = manualClock();
  const now = clock.now();
  const ids = Array.from({ length: 5 }, () => uuidV7(now));
  const [eventId, account] = ids as [Uuid, Uuid];
  await store.transaction(async (tx) => {
    await tx.run(
      `INSERT INTO accounts (account_id, username, role, password_hash, created_at, changed_at) VALUES (?, 'a', 'admin', 'x', 1, 1)`,
      [account],
    );
    await tx.run(
      `INSERT INTO special_events (event_id, name, location, description, dates, created_at, changed_at)
         VALUES (?, 'Event', 'Hall', '', '["2027-03-14"]', 1, 1)`,
      [eventId],
    );
    await replacePrice(tx, eventId, 0);
    await tx.run(
      `INSERT INTO signing_keys (key_id, public_key, private_key, is_current, made_at) VALUES ('AA', 'x', 'x', 1, 1)`,
    );
    for (const number of [1, 2, 3]) {
      await tx.run(
        `INSERT INTO tickets (number, ticket_id, ticket_type, event_id, ticket_date, price_cents, currency, confirmation_code, key_id, sold_by, sold_at)
           VALUES (?, ?, 'event', ?, '2027-03-14', 0, 'EUR', ?, 'AA', ?, ?)`,
        [number, ids[number + 1] as string, eventId, `code-${number}`, account, now],
      );
      await tx.run("INSERT INTO contacts (number, email) VALUES (?, 'ada@example.com')", [number]);
    }
  });
  const written: Occasion[] = [];
  const sent: Mail[] = [];
  let answer: () => Promise<string> = async () => '250 taken';
  let fault: Error | undefined;
  let meanwhile: () => unknown = () => {};
  const writer = {
    write: async (occasion: Occasion) => {
      if (fault !== undefined) throw fault;
      await meanwhile();
      written.push(occasion);
      return { subject: '', text: '', html: '', pictures: [], calendar: '' };
    },
  } as unknown as MailWriter;
  const server = {
    send: (mail: Mail, { signal, onHandedOver }: Attempt = {}) => {
      sent.push(mail);
      onHandedOver?.();
      const { promise: ended, reject } = Promise.withResolvers<never>();
      signal?.addEventListener('abort', () => reject(new Error('ended')));
      return Promise.race([answer(), ended]);
    },
  };
  const days = new MuseumDays(store, clock, 'Europe/Berlin');
  const channel = new MailChannel({
    store,
    clock,
    days,
    contacts: await ContactHashes.open(store, clock),
    writer,
    server,
    domain: 'x.example',
  });
  let number = 0;
  const delivery = (content: MailContent, changes: Partial<Delivery> = {}): Delivery => ({
    deliveryId: uuidV7(now),
    channel: 'mail',
    receiver: 'smtp',
    kind: 'ticket',
    subject: `${number++}`,
    content: JSON.stringify(content),
    madeAt: now,
    state: 'waiting',
    attempts: 0,
    nextAt: now,
    settledAt: null,
    answer: null,
    answeredAt: null,
    ...changes,
  });
  return {
    store,
    clock,
    channel,
    written,
    sent,
    delivery,
    eventId,
    ticketIdOf: (index: number) => ids[index + 1] as Uuid,
    answerWith(next: () => Promise<string>) {
      answer = next;
    },
    /** Makes the writing of mails fail with this error from now on. */
    failToWrite(next: Error) {
      fault = next;
    },
    whileWriting(next: () => unknown) {
      meanwhile = next;
    },
    /** Sends the delivery, and records its outcome as the service would. */
    async send(one: Delivery): Promise<DeliveryOutcome> {
      const outcome = await channel.send(one, new AbortController().signal);
      await store.transaction(async (tx) => outcome.also?.(tx));
      outcome.release?.();
      return outcome;
    },
  };
}

const smtp =
  (response: string, command = 'RCPT TO') =>
  () =>
    Promise.reject(
      Object.assign(new Error(response), { response, responseCode: Number(response.slice(0, 3)), command }),
    );

describe('a mail', () => {
  it('is tried again for three days, at ever longer intervals', async (t) => {
    const { clock, channel, delivery, send, answerWith } = await open(t);
    answerWith(smtp('451 Later'));
    const pauses: number[] = [];
    const mail = delivery({ numbers: [1] });
    for (let attempts = 0; ; attempts += 1) {
      const outcome = await send({ ...mail, attempts });
      if (outcome.state !== 'waiting') {
        assert.equal(outcome.state, 'failed');
        break;
      }
      pauses.push(outcome.inMs);
      clock.advance(outcome.inMs);
    }
    const hours = pauses.reduce((sum, pause) => sum + pause, 0) / HOUR;
    assert.ok(hours > 72 && hours < 77, `${hours}`);
    for (const [index, minutes] of [1, 5, 15, 30, 60, 120, 240, 240, 240].entries()) {
      const pause = pauses[index] as number;
      assert.ok(Math.abs(pause - minutes * 60_000) <= minutes * 6_000, `${pause} for ${minutes} min`);
    }
    assert.deepEqual(await channel.receivers(), ['smtp']);
  });

  it('is not retried after a permanent refusal', async (t) => {
    const { delivery, send, answerWith } = await open(t);
    answerWith(smtp('550 No such user'));
    const { state, answer } = await send(delivery({ numbers: [1] }));
    assert.deepEqual([state, answer], ['failed', '550 No such user']);
  });

  it('that finds the server unusable pauses the channel: 5 s, 10 s, and so on up to 5 min, until it works', async (t) => {
    const { clock, channel, delivery, send, answerWith } = await open(t);
    answerWith(() => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' })));
    for (const seconds of [5, 10, 20, 40, 80, 160, 300, 300]) {
      assert.equal((await send(delivery({ numbers: [1] }))).state, 'waiting');
      clock.advance(seconds * 1_000 - 1);
      assert.deepEqual(await channel.receivers(), [], `${seconds}`);
      clock.advance(1);
      assert.deepEqual(await channel.receivers(), ['smtp']);
    }
    answerWith(async () => '250 taken');
    assert.equal((await send(delivery({ numbers: [1] }))).state, 'delivered');
    answerWith(() => Promise.reject(new Error('connect ECONNREFUSED')));
    await send(delivery({ numbers: [2] }));
    clock.advance(5_000);
    assert.deepEqual(await channel.receivers(), ['smtp']);
  });

  it('that fails together with others causes one pause', async (t) => {
    const { clock, channel, delivery, send, answerWith } = await open(t);
    const { promise, reject } = Promise.withResolvers<string>();
    answerWith(() => promise);
    const failing = [1, 2, 3].map((number) => send(delivery({ numbers: [number] })));
    reject(new Error('connect ECONNREFUSED'));
    await Promise.all(failing);
    clock.advance(5_000);
    await send(delivery({ numbers: [1] }));
    clock.advance(10_000);
    assert.deepEqual(await channel.receivers(), ['smtp']);
  });

  it('reports trouble with the server when that can’t be used, and not when it refuses a mail', async (t) => {
    const { clock, delivery, send, answerWith } = await open(t);
    for (const command of ['RCPT TO', 'DATA']) {
      answerWith(smtp('451 Later', command));
      assert.equal((await send(delivery({ numbers: [1] }))).trouble, undefined);
    }
    answerWith(smtp('550 No such user'));
    assert.equal((await send(delivery({ numbers: [1] }))).trouble, undefined);
    answerWith(smtp('535 Wrong password', 'AUTH PLAIN'));
    assert.equal(
      (await send(delivery({ numbers: [1] }))).trouble,
      'The mail server can’t be used: 535 Wrong password',
    );
    clock.advance(96 * HOUR);
    const last = await send(delivery({ numbers: [1] }, { attempts: 9, madeAt: clock.now() - 96 * HOUR }));
    assert.deepEqual(
      [last.state, last.trouble],
      ['failed', 'The mail server can’t be used: 535 Wrong password'],
    );
  });

  it('causes a pause that does not depend on the system clock', async (t) => {
    const { clock, channel, delivery, send, answerWith } = await open(t);
    answerWith(() => Promise.reject(new Error('connect ECONNREFUSED')));
    clock.setAhead(24 * HOUR);
    await send(delivery({ numbers: [1] }));
    clock.setAhead(-24 * HOUR);
    clock.advance(4_999);
    assert.deepEqual(await channel.receivers(), []);
    clock.advance(1);
    assert.deepEqual(await channel.receivers(), ['smtp']);
  });

  it('that can’t be written is an error of the service, and does not pause the channel', async (t) => {
    const { channel, delivery, send, failToWrite } = await open(t);
    failToWrite(new Error('no picture'));
    await assert.rejects(send(delivery({ numbers: [1] })), /no picture/);
    assert.deepEqual(await channel.receivers(), ['smtp']);
    await assert.rejects(send(delivery({ numbers: [1] })), /no picture/, 'nor does it hold up the next');
  });

  it('covers several tickets of one person, and stores what the person was told', async (t) => {
    const { store, delivery, send, written, sent, eventId } = await open(t);
    await store.transaction((tx) =>
      tx.run("UPDATE special_events SET location = 'Garden' WHERE event_id = ?", [eventId]),
    );
    const before = { validity: 'valid', place: 'Hall' } as const;
    assert.equal((await send(delivery({ numbers: [1, 2, 3], before }))).state, 'delivered');
    assert.deepEqual(
      written.map(({ kind, tickets }) => [kind, tickets.length]),
      [['moved', 3]],
    );
    const again = await send(delivery({ numbers: [2], before }));
    assert.deepEqual(
      [again.state, again.answer],
      ['dropped', 'It no longer applies, or the visitor has already been told.'],
    );
    assert.equal(sent.length, 1);
  });

  it('about a hundred tickets takes as many queries as about one', async (t) => {
    const { store } = await open(t);
    const numbers = Array.from({ length: 100 }, (_, index) => 101 + index);
    await store.transaction(async (tx) => {
      for (const number of numbers) {
        await tx.run(
          `INSERT INTO tickets (number, ticket_id, ticket_type, ticket_date, price_cents, currency, confirmation_code, key_id, sold_by, sold_at)
             SELECT ?, ?, 'general', ticket_date, 0, 'EUR', ?, 'AA', sold_by, 1 FROM tickets WHERE number = 1`,
          [number, `${number}`, `${number}`],
        );
        await tx.run("INSERT INTO contacts (number, email) VALUES (?, 'ada@example.com')", [number]);
      }
    });
    const asked = async (about: readonly number[]) => {
      let questions = 0;
      const queries: Queries = {
        all: (...question) => {
          questions += 1;
          return store.all<never>(...question);
        },
        get: (...question) => {
          questions += 1;
          return store.get<never>(...question);
        },
      };
      const found = await findTicketsNow(queries, about);
      assert.deepEqual(
        found.map(({ ticket, email, validity }) => [ticket.number, email, validity]),
        about.map((number) => [number, 'ada@example.com', 'valid']),
      );
      return questions;
    };
    assert.equal(await asked(numbers), await asked([101]));
  });

  it('covers all tickets of one person, whatever the case of the address', async (t) => {
    const { store, delivery, send, written, sent, eventId } = await open(t);
    await store.transaction(async (tx) => {
      await tx.run("UPDATE contacts SET email = 'Ada@Example.com' WHERE number = 2");
      await tx.run(CALL_OFF, [eventId]);
    });
    await send(delivery({ numbers: [1, 2, 3], before: { validity: 'valid', place: 'Hall' } }));
    assert.deepEqual(
      written.map(({ kind, tickets }) => [kind, tickets.length]),
      [['cancelled', 3]],
    );
    assert.equal(sent.length, 1);
  });

  it('that can’t say all in one mail plans another for the rest', async (t) => {
    const { store, delivery, send, written, sent, eventId, ticketIdOf } = await open(t);
    await store.transaction(async (tx) => {
      await tx.run(CALL_OFF, [eventId]);
      await tx.run(
        `INSERT INTO voids (number, ticket_id, ticket_date, reason, voided_at) VALUES (1, ?, '2027-03-14', 'x', 1)`,
        [ticketIdOf(1)],
      );
    });
    const before = { validity: 'valid', place: 'Hall' } as const;
    const first = delivery({ numbers: [1, 2, 3], before });
    await send(first);
    const planned = await store.all<Delivery>(
      'SELECT delivery_id AS "deliveryId", kind, subject, content FROM deliveries',
    );
    assert.deepEqual(
      planned.map(({ kind, subject, content }) => [kind, subject, JSON.parse(content)]),
      [['cancelled', 'code-2 code-3', { numbers: [2, 3], before }]],
    );
    assert.equal((await send({ ...first, ...planned[0] })).state, 'delivered');
    assert.deepEqual(
      written.map(({ kind, tickets }) => [kind, tickets.map(({ ticket }) => ticket.number)]),
      [
        ['void', [1]],
        ['cancelled', [2, 3]],
      ],
    );
    assert.notEqual(sent[0]?.messageId, sent[1]?.messageId);
  });

  it('does not mention the tickets of another person, who gets another mail', async (t) => {
    const { store, clock, delivery, send, sent, written, eventId } = await open(t);
    await store.transaction(async (tx) => {
      await tx.run(CALL_OFF, [eventId]);
      await tx.run("UPDATE contacts SET email = 'bob@example.com' WHERE number = 2");
    });
    const contacts = await ContactHashes.open(store, clock);
    const content = { numbers: [1, 2, 3], before: { validity: 'valid', place: 'Hall' } } as const;
    const first = delivery(content, { recipientHash: contacts.of('ada@example.com') });
    await send(first);
    const [rest] = await store.all<Delivery>(
      'SELECT delivery_id AS "deliveryId", content, recipient_hash AS "recipientHash" FROM deliveries',
    );
    assert.equal(Number(rest?.recipientHash), contacts.of('bob@example.com'));
    await send({ ...first, ...rest });
    assert.deepEqual(
      written.map(({ tickets }, index) => [sent[index]?.to, tickets.map(({ ticket }) => ticket.number)]),
      [
        ['ada@example.com', [1, 3]],
        ['bob@example.com', [2]],
      ],
    );
  });

  it('brings of an order only the tickets for days to come, whatever has become of one of them', async (t) => {
    const { store, delivery, send, written, ticketIdOf } = await open(t);
    await store.transaction(async (tx) => {
      await tx.run("UPDATE tickets SET ticket_date = '2027-02-28' WHERE number = 1");
      await tx.run(
        `INSERT INTO voids (number, ticket_id, ticket_date, reason, voided_at) VALUES (3, ?, '2027-03-14', 'x', 1)`,
        [ticketIdOf(3)],
      );
    });
    const first = delivery({ numbers: [1, 2, 3] });
    await send(first);
    const [rest] = await store.all<Delivery>('SELECT delivery_id AS "deliveryId", content FROM deliveries');
    await send({ ...first, ...rest });
    assert.deepEqual(
      written.map(({ kind, tickets }) => [kind, tickets.map(({ ticket }) => ticket.number)]).toSorted(),
      [
        ['ticket', [2]],
        ['void', [3]],
      ],
    );
  });

  it('is not handed over when its address was corrected while it was written, and goes to the new one', async (t) => {
    const { store, delivery, send, sent, whileWriting } = await open(t);
    const one = delivery({ numbers: [1] });
    whileWriting(() =>
      store.transaction((tx) => tx.run("UPDATE contacts SET email = 'grace@example.com' WHERE number = 1")),
    );
    const { state, answer } = await send(one);
    assert.deepEqual([state, answer, sent.length], ['waiting', NOT_SENT.addressChanged, 0]);
    assert.equal((await send(one)).state, 'delivered');
    assert.deepEqual(
      sent.map(({ to }) => to),
      ['grace@example.com'],
    );
  });

  it('waits for another mail about the same ticket', async (t) => {
    const { store, channel, delivery, written, answerWith, eventId } = await open(t);
    await store.transaction((tx) => tx.run(CALL_OFF, [eventId]));
    const { promise, resolve } = Promise.withResolvers<string>();
    answerWith(() => promise);
    const { signal } = new AbortController();
    const first = channel.send(delivery({ numbers: [1] }), signal);
    const second = channel.send(
      delivery({ numbers: [1], before: { validity: 'valid', place: 'Hall' } }),
      signal,
    );
    resolve('250 taken');
    const { also, release } = await first;
    await store.transaction(async (tx) => also?.(tx));
    release?.();
    assert.equal((await second).state, 'dropped');
    assert.deepEqual(
      written.map(({ kind }) => kind),
      ['cancelled'],
    );
  });

  it('is not sent once its time is up, and holds up no other', async (t) => {
    const { channel, delivery, send, sent, answerWith } = await open(t);
    answerWith(() => new Promise(() => {}));
    const [first, second] = [new AbortController(), new AbortController()];
    const slow = channel.send(delivery({ numbers: [1] }), first.signal);
    const behind = channel.send(delivery({ numbers: [1] }), second.signal);
    second.abort();
    const { state, answer } = await behind;
    assert.deepEqual([state, answer], ['waiting', 'There was no time left to send it.']);
    while (sent.length === 0) await setImmediate();
    first.abort();
    (await slow).release?.();
    assert.equal((await channel.send(delivery({ numbers: [2] }), AbortSignal.abort())).state, 'waiting');
    assert.equal(sent.length, 1);
    answerWith(async () => '250 taken');
    for (const number of [1, 2])
      assert.equal((await send(delivery({ numbers: [number] }))).state, 'delivered');
  });

  it('that takes too long is not sent, and does not pause the channel', async (t) => {
    const { channel, delivery, sent, whileWriting } = await open(t);
    const controller = new AbortController();
    whileWriting(() => controller.abort());
    assert.equal((await channel.send(delivery({ numbers: [1] }), controller.signal)).state, 'waiting');
    assert.equal(sent.length, 0);
    assert.deepEqual(await channel.receivers(), ['smtp']);
  });

  it('says that a ticket was exchanged, or that it is void', async (t) => {
    const { store, delivery, send, written, ticketIdOf } = await open(t);
    const makeVoid = (number: number, replacedBy: number | null) =>
      store.transaction((tx) =>
        tx.run(
          `INSERT INTO voids (number, ticket_id, ticket_date, reason, voided_at, replaced_by)
             VALUES (?, ?, '2027-03-14', 'x', 1, ?)`,
          [number, ticketIdOf(number), replacedBy],
        ),
      );
    await makeVoid(1, 2);
    await send(delivery({ numbers: [2] }));
    await makeVoid(3, null);
    await send(delivery({ numbers: [3], before: { validity: 'valid', place: 'Hall' } }));
    assert.deepEqual(
      written.map(({ kind, replaces }) => [kind, replaces]),
      [
        ['exchanged', [1]],
        ['void', []],
      ],
    );
  });

  it('whose answer is awaited makes room for others, and no longer when the answer has come', async (t) => {
    const { channel, delivery, sent, answerWith } = await open(t);
    const { signal } = new AbortController();
    const { promise, resolve } = Promise.withResolvers<string>();
    answerWith(() => promise);
    const first = channel.send(delivery({ numbers: [1] }), signal);
    while (sent.length === 0) await setImmediate();
    assert.equal(channel.concurrency, 5);
    const behind = channel.send(delivery({ numbers: [1] }), signal);
    await setImmediate();
    assert.equal(channel.concurrency, 6, 'one that waits for another makes room too');
    resolve('250 taken');
    (await first).release?.();
    (await behind).release?.();
    assert.equal(channel.concurrency, 4);
  });
});
