import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Answer } from '../../fixtures/client.ts';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import { openGifts } from '../../fixtures/gifts.ts';
import type { Asker, Museum } from '../../fixtures/museum.ts';
import {
  ANNUAL_PASS,
  AUDIO_GUIDE,
  admission,
  ask,
  CITY_CARD,
  countedVisitor,
  heldOrder,
  orderOfGuides,
  pictureQuestion,
  type Question,
  rightQuestion,
  soldPass,
} from '../../fixtures/right-question.ts';
import {
  buyTicket,
  createEvent,
  eventPurchase,
  fillDay,
  generalPurchase,
  newEvent,
  TODAY,
  WITH_WEBHOOKS,
} from '../../fixtures/samples.ts';
import { rolesWith } from '../../src/core/permissions.ts';
import { ROLES } from '../../src/core/roles.ts';
import type { Uuid } from '../../src/core/uuid.ts';
import { addMove } from '../../src/orders/index.ts';
import {
  type Operation,
  type OperationId,
  operations,
  problemsOf,
} from '../../src/web/api/contract/index.ts';
import { exampleProblems } from '../../src/web/api/example-answers.ts';
import { openApiDocument } from '../../src/web/api/openapi.ts';
import type { ProblemSlug } from '../../src/web/api/problems.ts';

/** Brought about by the state of the service, not by a request: tested with the server and its rooms. */
const OF_THE_SERVICE: readonly ProblemSlug[] = [
  'too-many-sign-ins',
  'too-many-requests',
  'idempotency-key-in-use',
  'internal-error',
  'overloaded',
  'database-unavailable',
  'shutting-down',
];
/** Not that of other orders: whoever closes it has the service end the holds for it. */
const RELEASED_DAY = '2027-03-05';
const NO_ID = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e27';
const OTHER_ID = '01a0d5c4-9c00-7a3e-8b51-0c9d1f3a6e28';
const NOW = '2027-03-01T10:00:00Z';
const STANDARD = { category: 'standard', name: 'Standard', unitType: 'ADULT' };
const FREE = { category: 'standard', price: 0 };
const STUDENT = { category: 'student', name: 'Student', unitType: 'STUDENT' };

// biome-ignore lint/suspicious/noExplicitAny: the document's JSON
type Shown = any;

describeOnDatabase((openMuseum) => {
  for (const [id, operation] of Object.entries<Operation>(operations)) {
    it(`answers ${id} with everything that it declares`, async (test) => {
      const museum = await openMuseum(test, { settings: { ...WITH_WEBHOOKS, MUSEUM_SALES_DAYS: '730' } });
      const right = await rightQuestion(museum, id as OperationId);
      for (const slug of problemsOf(operation)) {
        if (OF_THE_SERVICE.includes(slug)) continue;
        if (slug === 'forbidden' && operation.permission === 'read-programme') continue; // every role may
        const answer = await provoke(museum, operation, right, slug);
        const told =
          answer.headers['content-type'] === 'application/problem+json' ? answer.json.type : answer.text;
        assert.deepEqual([answer.status, told], [statusOf(operation, slug), `/problems/${slug}`], slug);
        assert.deepEqual(undeclaredHeaders(operation, answer), [], slug);
      }
      // By now the ticket to be exchanged is.
      const isDone = id === 'exchangeTicket' || id === 'postponeSpecialEvent' || operation.tag === 'Orders';
      const answer = await ask(museum, isDone ? await rightQuestion(museum, id as OperationId) : right);
      assert.equal(answer.status, operation.success.status, answer.text);
      assert.deepEqual(undeclaredHeaders(operation, answer), []);
      for (const name of Object.keys(operation.success.headers))
        assert.ok(answer.headers[name.toLowerCase()], `${name} is declared and missing`);
      if ('mediaType' in operation.success)
        assert.equal(answer.headers['content-type'], operation.success.mediaType);
      const seen = new Set<string>();
      for (const question of variantsOf(right)) {
        const variant = await ask(museum, question);
        assert.deepEqual(undeclaredHeaders(operation, variant), [], JSON.stringify(question));
        for (const name of Object.keys(variant.headers)) seen.add(name);
      }
      for (const name of Object.keys(operation.success.optionalHeaders ?? {}))
        assert.ok(seen.has(name.toLowerCase()), `${name} is declared and never sent`);
    });
  }
});

/** Of every answer over HTTP, whatever it is about. */
const OF_HTTP = [
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'x-content-type-options',
];
const DOCUMENT = openApiDocument() as Shown;

/** The headers of the answer that the document does not have for its status. */
function undeclaredHeaders({ path, method }: Operation, { status, headers }: Answer): string[] {
  const declared = Object.keys(DOCUMENT.paths[path][method.toLowerCase()].responses[status]?.headers ?? {});
  const known = [...OF_HTTP, ...declared.map((name) => name.toLowerCase())];
  return Object.keys(headers).filter((name) => !known.includes(name));
}

/** The same request in other ways, some of which are answered with other headers. */
function variantsOf(right: Question): Question[] {
  const { method, path } = right;
  const one = `${path}${path.includes('?') ? '&' : '?'}limit=1`;
  return [
    { ...right, headers: { ...right.headers, accept: 'text/csv' } },
    { ...right, headers: { ...right.headers, 'accept-encoding': 'gzip' } },
    { ...right, headers: { ...right.headers, 'idempotency-key': 'again' } },
    { ...right, headers: { ...right.headers, 'idempotency-key': 'again' } },
    ...(method === 'GET'
      ? [
          { ...right, path: one },
          { ...right, headers: { 'if-none-match': '*' } },
        ]
      : []),
  ];
}

/** The body of the request about that article: one of what is ordered, handed out or given back. */
function withGoods(
  { body }: Question,
  good: { readonly article: string; readonly quantity: number },
): object {
  const sent = body as object;
  if ('article' in sent) return { ...sent, ...good };
  return 'reason' in sent ? { ...sent, articles: [good] } : { ...sent, items: [good] };
}

function statusOf(op: Operation, slug: ProblemSlug): number | undefined {
  return exampleProblems(op).find(({ name }) => name === slug)?.answer.status;
}

/** The right request, made wrong in the way that the problem is about. */
async function provoke(museum: Museum, op: Operation, right: Question, slug: ProblemSlug): Promise<Answer> {
  const other = (path: string) => ({ ...right, path });
  switch (slug) {
    case 'unauthorized':
      return ask(museum, { ...right, as: 'nobody' });
    case 'forbidden':
      return ask(museum, { ...right, as: whoMayNot(op) });
    case 'invalid-request':
      if (op.request.body) return ask(museum, { ...right, body: { nonsense: true } });
      if (op.request.file?.isStreamed) return ask(museum, other(`${right.path}?add=perhaps`));
      if (op.request.file) return ask(museum, other(right.path.replace(/\?.*/, '')));
      if (op.request.query) {
        const [path] = right.path.split('?');
        const day =
          'limit' in op.request.query.properties
            ? 'limit=0'
            : 'day=never&date=never&startDate=never&undoneAt=never';
        return ask(museum, other(`${path}?${day}`));
      }
      return ask(museum, other(op.path.replace(/\{\w+\}/, '-nine')));
    case 'malformed-request':
      return ask(museum, { ...right, headers: { 'Idempotency-Key': ['a', 'a'] } });
    case 'expectation-failed':
      return ask(museum, { ...right, headers: { expect: 'tea' } });
    case 'body-too-large':
      return ask(museum, {
        ...right,
        body: ' '.repeat((op.request.file?.limit ?? op.request.body?.limit ?? 65_536) + 1),
        headers: right.headers ?? { 'content-type': 'application/json' },
      });
    case 'unsupported-media-type':
      return ask(museum, { ...right, body: right.body ?? 'tea', headers: { 'content-type': 'text/html' } });
    case 'not-acceptable':
      return ask(museum, { ...right, headers: { accept: 'text/html' } });
    case 'precondition-failed':
      return ask(museum, { ...right, headers: { ...right.headers, 'if-match': '"stale"' } });
    case 'event-not-found':
      if (op.id === 'makeCodes')
        return ask(museum, { ...right, body: withScope(right, { eventIds: [NO_ID] }) });
      if (sells(op)) return ask(museum, { ...right, body: withItem(right, { eventId: NO_ID }) });
      if (op.id === 'setArticles')
        return ask(museum, { ...right, body: [{ ...AUDIO_GUIDE, withTicketFor: [NO_ID] }] });
      return ask(museum, other(op.path.replace('{eventId}', NO_ID).replace('{date}', '2027-03-14')));
    case 'order-not-found':
      return ask(museum, other(op.path.replace('{orderId}', NO_ID)));
    case 'ticket-not-found':
      return ask(museum, other(op.path.replace('{ticketId}', NO_ID)));
    case 'picture-not-found': {
      await ask(museum, { method: 'DELETE', path: right.path });
      const answer = await ask(museum, right);
      await ask(museum, pictureQuestion(right.path));
      return answer;
    }
    case 'picture-unusable':
      return ask(museum, { ...right, body: 'tea' });
    case 'exception-not-found':
      return ask(museum, other(right.path.replace(/[^/]+$/, '2027-12-26')));
    case 'webhook-not-found':
      return ask(museum, other(op.path.replace('{webhookId}', NO_ID).replace('{deliveryId}', NO_ID)));
    case 'delivery-not-found':
      return ask(museum, other(right.path.replace(/[^/]+\/retry$/, `${NO_ID}/retry`)));
    case 'implausible-scan-times': {
      const [long, { checkIns }] = ['1970-01-01T00:00:00Z', right.body as { checkIns?: object[] }];
      if (checkIns === undefined)
        return ask(museum, { ...right, body: { ...(right.body as object), at: long } });
      return ask(museum, { ...right, body: { checkIns: [{ ...checkIns[0], at: long }] } });
    }
    case 'webhook-address-refused':
      return ask(museum, { ...right, body: { ...(right.body as object), url: 'http://a@127.0.0.1/' } });
    case 'seller-unknown':
      if (op.id === 'makeCodes')
        return ask(museum, { ...right, body: { ...(right.body as object), sellers: ['nobody'] } });
      return ask(museum, { ...right, body: { ...(right.body as object), seller: 'nobody' } });
    case 'setting-not-possible':
      return ask(museum, { ...right, body: { gift: { least: 600 } } });
    case 'set-by-operator':
      return ask(museum, { ...right, body: { salesDays: 100 } });
    case 'not-ready':
      return ask(museum, { ...right, body: { shop: { open: true } } });
    case 'would-erase':
      await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
      museum.clock.advance(3 * 86_400_000);
      return ask(museum, { ...right, body: { retentionDays: 1 } });
    case 'text-not-found':
      return ask(museum, other(right.path.replace('imprint', 'terms')));
    case 'webhook-disabled':
      return askDisabled(museum, right);
    case 'too-many-webhooks':
      return askTooOften(museum, right);
    case 'event-cancelled':
      return ask(museum, other(op.path.replace(/\{\w+\}/, await cancelledTicket(museum))));
    case 'date-past':
      if (op.id === 'closeMuseum')
        return ask(museum, { ...right, body: { from: '2027-02-28', to: '2027-12-25' } });
      if (op.id === 'setSpecialDay' || op.id === 'deleteSpecialDay')
        return ask(museum, { ...right, path: right.path.replace(/[^/]+$/, '2027-02-28') });
      if (op.id === 'callOffSpecialEvent') return askAboutPast(museum, op, { dates: ['2027-02-28'] });
      if (op.id === 'postponeSpecialEvent')
        return askAboutPast(museum, op, { from: '2027-02-28', to: '2027-03-29' });
      return ask(museum, { ...right, body: generalLike(right, '2027-02-28') });
    case 'too-far-ahead':
      return ask(museum, { ...right, body: generalLike(right, '2037-01-01') });
    case 'category-unknown': {
      if (op.id === 'makeCodes')
        return ask(museum, { ...right, body: withScope(right, { categories: ['nobody'] }) });
      if (op.id === 'recordCheckIns') return ask(museum, { ...right, body: visits({ category: 'nobody' }) });
      if (op.id === 'setPassTypes')
        return ask(museum, { ...right, body: [{ ...ANNUAL_PASS, category: 'nobody' }] });
      if (op.id === 'setCards')
        return ask(museum, { ...right, body: [{ ...CITY_CARD, category: 'nobody' }] });
      const price = { category: 'nobody', price: 1 };
      const unknown = op.id === 'setPriceRules' ? { name: 'Nobody', prices: [price] } : price;
      const body = Array.isArray(right.body)
        ? [...right.body, unknown]
        : withItem(right, { category: 'nobody' });
      return ask(museum, { ...right, body });
    }
    case 'category-not-sold':
      await museum.api('PUT', '/categories', { body: [STANDARD, STUDENT] });
      return ask(museum, { ...right, body: withItem(right, { category: 'student' }) });
    case 'category-in-use': {
      await museum.api('PUT', '/categories', { body: [STANDARD, STUDENT] });
      await museum.api('PUT', '/general-entry/prices', { body: [FREE, { ...FREE, category: 'student' }] });
      const answer = await ask(museum, right);
      await museum.api('PUT', '/general-entry/prices', { body: [FREE] });
      return answer;
    }
    case 'not-announced':
      return ask(museum, {
        ...right,
        body: withItem(right, { eventId: await draftOn(museum, '2027-03-14') }),
      });
    case 'event-sold': {
      const [, eventId = ''] = /special-events\/([^/]+)/.exec(right.path) ?? [];
      await buyTicket(museum, eventPurchase(eventId));
      return ask(museum, { ...right, body: { visibility: 'draft' } });
    }
    case 'entry-time-needed': {
      const path = `/special-events/${itemOf(right).eventId}/times`;
      await museum.api('PUT', path, { body: { times: ['10:00'] } });
      const answer = await ask(museum, right);
      await museum.api('PUT', path, { body: { times: [] } });
      return answer;
    }
    case 'no-such-entry-time':
      return ask(museum, { ...right, body: withItem(right, { entryTime: '10:00' }) });
    case 'code-not-found':
      return ask(museum, other(op.path.replace('{codeId}', NO_ID)));
    case 'code-taken': {
      const taken = { ...right, body: { code: 'TAKEN-27', kind: 'percent', value: 20 } };
      await ask(museum, taken);
      return ask(museum, taken);
    }
    case 'code-invalid':
      return ask(museum, { ...right, body: { ...(right.body as object), code: 'UNKNOWN-27' } });
    case 'too-many-guesses': {
      if (op.id === 'confirmOrder' || op.id === 'renewPass') {
        const guess = () => askPaidByGift(museum, op, { gift: UNKNOWN_GIFT, amount: 12 });
        for (let guesses = 1; guesses <= 20; guesses += 1) await guess();
        return guess();
      }
      const guess = op.id === 'lookAtGift' ? { gift: 'k7m2-qdxp-3fha-9trc' } : { code: 'UNKNOWN-27' };
      const wrong = { ...right, body: { ...(right.body as object), ...guess } };
      for (let guesses = 1; guesses <= 20; guesses += 1) await ask(museum, wrong);
      return ask(museum, wrong);
    }
    case 'code-not-applicable':
      return askWithCode(museum, right, { code: 'UNFIT-27', for: { weekdays: [1] } });
    case 'code-used-up': {
      const code = { code: 'USED-UP-27', uses: 1 };
      await askWithCode(museum, { ...right, method: 'POST', path: '/orders' }, code);
      return ask(museum, { ...right, body: { ...(right.body as object), code: code.code } });
    }
    case 'code-needed': {
      const { eventId } = await createEvent(museum);
      const visibility = { body: { visibility: 'code' } };
      await museum.api('PUT', `/special-events/${eventId}/visibility`, visibility);
      const body = withItem(right, { eventId });
      if (op.id !== 'changeOrder') return ask(museum, { ...right, body, as: 'partner' });
      const held = await heldOrder(museum, 'partner');
      return ask(museum, { ...right, path: `/orders/${held}/items`, body, as: 'partner' });
    }
    case 'time-over': {
      const { eventId } = await createEvent(museum, { dates: [TODAY] });
      const path = `/special-events/${eventId}/times`;
      await museum.api('PUT', path, { body: { times: ['09:00'], minutes: 30 } });
      const body = withItem(right, { eventId, ticketDate: TODAY, entryTime: '09:00' });
      if (op.id !== 'changeOrder') return ask(museum, { ...right, body, as: 'partner' });
      const held = await heldOrder(museum, 'partner');
      return ask(museum, { ...right, path: `/orders/${held}/items`, body, as: 'partner' });
    }
    case 'events-undecided':
      await createEvent(museum, { dates: ['2027-07-01'] });
      return ask(museum, { ...right, body: { from: '2027-07-01', to: '2027-07-01' } });
    case 'not-an-event-day':
      if (op.id === 'postponeSpecialEvent')
        return ask(museum, { ...right, body: { from: '2027-03-16', to: '2027-03-29' } });
      if (op.id === 'callOffSpecialEvent') return ask(museum, { ...right, body: { dates: ['2027-03-16'] } });
      if (!sells(op)) return ask(museum, other(right.path.replace(/[^/]+$/, '2027-03-16')));
      return ask(museum, { ...right, body: withItem(right, { ticketDate: '2027-03-16' }) });
    case 'museum-closed':
      return ask(museum, { ...right, body: generalLike(right, '2027-12-25') });
    case 'times-missing': {
      const times = right.path.replace('/postpone', '/times');
      await museum.api('PUT', times, { body: { times: ['18:00'] } });
      const [, eventId = ''] = /special-events\/([^/]+)/.exec(right.path) ?? [];
      await buyTicket(museum, eventPurchase(eventId, { ticketDate: '2027-03-14', entryTime: '18:00' }));
      await museum.api('PUT', times, { body: { times: ['19:00'] } });
      const answer = await ask(museum, right);
      await museum.api('PUT', times, { body: { times: ['18:00'] } });
      return answer;
    }
    case 'day-full-of-events':
      await fillDay(museum, '2027-06-01', 500);
      if (op.id === 'postponeSpecialEvent')
        return ask(museum, { ...right, body: { from: '2027-03-14', to: '2027-06-01' } });
      if (op.id === 'setEventVisibility') {
        const path = op.path.replace('{eventId}', await draftOn(museum, '2027-06-01'));
        return ask(museum, { ...right, path, body: { visibility: 'public' } });
      }
      return ask(museum, { ...right, body: { ...(right.body as object), dates: ['2027-06-01'] } });
    case 'sold-out':
      if (op.id === 'postponeSpecialEvent') {
        const capacity = right.path.replace('/special-events/', '/capacity/events/').replace('/postpone', '');
        await museum.api('PUT', capacity, { body: { capacity: 0 } });
        const answer = await ask(museum, right);
        await museum.api('PUT', capacity, { body: { capacity: null } });
        return answer;
      }
      await museum.api('PUT', '/capacity/general/2027-03-03', { body: { capacity: 0 } });
      return ask(museum, { ...right, body: generalLike(right, '2027-03-03') });
    case 'article-invalid':
      return ask(museum, { ...right, body: withGoods(right, { article: 'audio-gide', quantity: 1 }) });
    case 'article-not-sold': {
      const off = { ...AUDIO_GUIDE, onSale: false };
      await museum.api('PUT', '/articles', { body: [off] });
      return ask(museum, { ...right, body: withGoods(right, { article: off.article, quantity: 1 }) });
    }
    case 'pass-not-found':
      return ask(museum, other(op.path.replace('{passId}', NO_ID)));
    case 'pass-not-changed':
    case 'pass-withdrawn':
      return ask(museum, other(op.path.replace('{passId}', await replacedPass(museum, op))));
    case 'pass-type-in-use':
      await soldPass(museum, op.id as OperationId, 'manager');
      return ask(museum, { ...right, body: [] });
    case 'too-many-pass-types': {
      const others = Array.from({ length: 63 }, (_, index) => ({
        ...ANNUAL_PASS,
        passType: `other-${index}`,
      }));
      await ask(museum, right);
      return ask(museum, { ...right, body: others });
    }
    case 'pass-invalid':
      return askWithPass(museum, op, right, { valid: { from: '2027-01-01', to: '2027-12-31' } });
    case 'pass-not-sold':
      return askWithPass(museum, op, right, { onSale: false });
    case 'pass-not-of-order': {
      const passId = await soldPass(museum, op.id as OperationId, 'manager');
      return ask(museum, { ...right, body: { ...(right.body as object), passes: [passId] } });
    }
    case 'card-not-found':
      return ask(museum, other(op.path.replace('{card}', 'town-card')));
    case 'card-numbers-invalid':
      return ask(museum, { ...right, body: 'CC-1' });
    case 'cards-overlap':
      return ask(museum, { ...right, body: [CITY_CARD, { ...CITY_CARD, card: 'town-card' }] });
    case 'article-in-use':
      await orderOfGuides(museum);
      return ask(museum, { ...right, body: [] });
    case 'article-not-ordered':
      return ask(museum, { ...right, body: withGoods(right, { article: 'catalogue', quantity: 1 }) });
    case 'article-not-left': {
      const path = op.path.replace('{orderId}', await orderOfGuides(museum));
      return ask(museum, { ...right, path, body: withGoods(right, { article: 'audio-guide', quantity: 3 }) });
    }
    case 'order-sold': {
      const { ticketId } = await buyTicket(museum, generalPurchase());
      return ask(museum, other(op.path.replace('{orderId}', ticketId)));
    }
    case 'order-for-move': {
      const orderId = await heldOrder(museum, 'admin', RELEASED_DAY);
      const { ticketId } = await buyTicket(museum, generalPurchase());
      await museum.store.transaction(async (tx) => {
        await tx.run("UPDATE orders SET held_for = 'payment' WHERE order_id = ?", [orderId]);
        await addMove(tx, { holdId: orderId as Uuid, orderId: ticketId, tickets: [], cents: 1 });
      });
      return ask(museum, other(op.path.replace('{orderId}', orderId)));
    }
    case 'order-cancelled': {
      const orderId = await releasedOrder(museum);
      await museum.store.transaction((tx) =>
        tx.run("UPDATE orders SET released_by = 'buyer' WHERE order_id = ?", [orderId]),
      );
      return ask(museum, other(op.path.replace('{orderId}', orderId)));
    }
    case 'hold-expired': {
      const orderId = await releasedOrder(museum);
      await museum.api('PUT', `/museum-hours/${RELEASED_DAY}`, { body: { closed: true } });
      const answer = await ask(museum, other(op.path.replace('{orderId}', orderId)));
      await museum.api('DELETE', `/museum-hours/${RELEASED_DAY}`);
      return answer;
    }
    case 'order-not-sold':
      return ask(museum, other(op.path.replace('{orderId}', await releasedOrder(museum))));
    case 'order-void': {
      if (op.id === 'getOrderTickets') {
        const orderId = await orderOfGuides(museum);
        await museum.api('POST', `/orders/${orderId}/void`, { body: { reason: 'Ill' } });
        return ask(museum, other(op.path.replace('{orderId}', orderId)));
      }
      const { ticketId } = await buyTicket(museum, generalPurchase());
      await museum.api('POST', `/orders/${ticketId}/void`, { body: { reason: 'Ill' } });
      return ask(museum, other(op.path.replace('{orderId}', ticketId)));
    }
    case 'nothing-to-exchange': {
      const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
      await museum.api('POST', '/check-ins', { body: { ticketId } });
      return ask(museum, other(op.path.replace('{orderId}', ticketId)));
    }
    case 'too-late-to-void': {
      const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }), 'partner');
      await museum.api('POST', '/check-ins', { body: { ticketId } });
      const path = op.path.replace(/\{\w+\}/, ticketId);
      return ask(museum, { ...right, path, as: 'partner' });
    }
    case 'payments-not-total': {
      if (op.id === 'renewPass') return ask(museum, { ...right, body: { payments: PAID_TOO_MUCH } });
      const payments = [{ method: 'cash', amount: 1_000 }];
      return ask(museum, { ...right, body: { ...(right.body as object), paidBy: undefined, payments } });
    }
    case 'not-of-order': {
      const { ticketId } = await buyTicket(museum, generalPurchase());
      return ask(museum, { ...right, body: { ...(right.body as object), ticketIds: [ticketId] } });
    }
    case 'refund-too-high': {
      const refund = { method: 'cash', amount: 1_000 };
      return ask(museum, { ...right, body: { ...(right.body as object), refund } });
    }
    case 'gift-amount-invalid': {
      const { items } = right.body as { items: readonly object[] };
      return ask(museum, {
        ...right,
        body: { ...(right.body as object), items: [...items, { gift: { amount: 1 } }] },
      });
    }
    case 'gift-for-gift':
      return askPaidByGift(museum, op, { gift: UNKNOWN_GIFT, amount: 62 }, [{ gift: { amount: 50 } }]);
    case 'gift-not-found':
      if (isPaying(op)) return askPaidByGift(museum, op, { gift: UNKNOWN_GIFT, amount: 12 });
      if (op.id === 'voidOrder') return ask(museum, { ...right, body: { reason: 'Ill', gifts: [19] } });
      if (op.id === 'lookAtGift') return ask(museum, { ...right, body: { gift: 'k7m2-qdxp-3fha-9trc' } });
      return ask(museum, { ...right, body: { ...(right.body as object), index: 1 } });
    case 'gift-balance-too-low':
      if (isPaying(op)) {
        const { code } = await (await openGifts(museum)).sell({ cents: 500 });
        return askPaidByGift(museum, op, { gift: code, amount: 12 });
      }
      return ask(museum, { ...right, body: { ...(right.body as object), amount: -1_000 } });
    case 'gift-not-valid': {
      if (isPaying(op)) {
        const { code } = await (await openGifts(museum)).sell({ currency: 'CHF' });
        return askPaidByGift(museum, op, { gift: code, amount: 12 });
      }
      if (op.id === 'voidOrder') return askToBuyBackWhatIsUsedUp(museum);
      const body = { ...(right.body as object), amount: -50 };
      await ask(museum, { ...right, path: '/gifts/correct', body });
      return ask(museum, right);
    }
    case 'ticket-void': {
      const { ticketId } = await buyTicket(museum, generalPurchase());
      const path = op.path.replace(/\{\w+\}/, ticketId);
      await museum.api('POST', path.replace(/\/[a-z.]+$/, '/void'), { body: { reason: 'Ill' } });
      if (!path.startsWith('/orders/') || right.body === undefined) return ask(museum, other(path));
      return ask(museum, { ...right, path, body: { ...(right.body as object), ticketIds: [ticketId] } });
    }
    case 'ticket-admitted': {
      const { ticketId } = await buyTicket(museum, generalPurchase({ ticketDate: TODAY }));
      await museum.api('POST', '/check-ins', { body: { ticketId } });
      const path = op.path.replace(/\{\w+\}/, ticketId);
      if (op.id !== 'exchangeOrder') return ask(museum, other(path));
      return ask(museum, { ...right, path, body: { ...(right.body as object), ticketIds: [ticketId] } });
    }
    case 'check-in-id-reused':
      await museum.api('POST', '/check-ins', { body: { code: 'x', checkInId: OTHER_ID } });
      if (op.id === 'checkIn')
        return ask(museum, { ...right, body: { ...(right.body as object), checkInId: OTHER_ID } });
      return ask(museum, {
        ...right,
        body: { checkIns: [{ checkInId: OTHER_ID, code: 'y', at: NOW, verdict: 'refused' }] },
      });
    case 'visit-id-reused':
      await museum.api('POST', '/visits', { body: { ...ONE_VISITOR, persons: 2 } });
      return ask(museum, { ...right, body: op.id === 'countVisitors' ? ONE_VISITOR : visits({}) });
    case 'more-left-than-came': {
      const leaving = { visitId: OTHER_ID, persons: 200, direction: 'out' };
      if (op.id === 'recordCheckIns') return ask(museum, { ...right, body: visits(leaving) });
      return ask(museum, { ...right, body: { ...ONE_VISITOR, ...leaving } });
    }
    case 'visit-not-found':
      return ask(museum, other(op.path.replace('{visitId}', NO_ID)));
    case 'check-in-not-found':
      return ask(museum, other(op.path.replace('{checkInId}', NO_ID)));
    case 'not-undoable': {
      const path = op.path
        .replace('{checkInId}', await admission(museum))
        .replace('{visitId}', await countedVisitor(museum));
      await ask(museum, other(path));
      return ask(museum, other(path));
    }
    case 'cursor-expired': {
      const since = Buffer.from(`${TODAY} 1 0123456789abcdef`).toString('base64url');
      return ask(museum, other(`${op.path}?since=${since}`));
    }
    case 'idempotency-key-reused':
      await ask(museum, { ...right, headers: { 'idempotency-key': 'k' } });
      return ask(museum, {
        ...right,
        body: {
          ...(right.body as object),
          ...(OTHER_MEMBER[op.id as OperationId] ?? { phone: '112' }),
        },
        headers: { 'idempotency-key': 'k' },
      });
    default:
      throw new Error(`${op.id} declares ${slug}, and nobody has said what brings it about`);
  }
}

/** Makes the code, and asks with it. */
async function askWithCode(
  museum: Museum,
  right: Question,
  code: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  await museum.api('POST', '/codes', { body: { kind: 'percent', value: 20, ...code } });
  return ask(museum, { ...right, body: { ...(right.body as object), code: code.code } });
}

/** The right request's body for new codes, for some tickets. */
function withScope({ body }: Question, scope: object): object {
  return { ...(body as object), for: scope };
}

async function draftOn(museum: Museum, day: string): Promise<string> {
  const body = newEvent({ dates: [day] });
  return (await museum.api('POST', '/special-events?visibility=draft', { body })).json.eventId;
}

/** What makes it another request, where it takes no telephone number. */
const OTHER_MEMBER: Partial<Record<OperationId, object>> = {
  renewPass: { hold: 700 },
  createSpecialEvent: { price: 1 },
  handOutArticle: { quantity: 2 },
  exchangeOrder: { reason: 'Train' },
  makeCodes: { note: 'Other' },
};

function whoMayNot({ permission }: Operation): Asker {
  return ROLES.find((role) => !rolesWith(permission).includes(role)) as Asker;
}

/** Whether it sells, of what is in its body. */
function sells({ id }: Operation): boolean {
  return ['buyMuseumTickets', 'exchangeTicket', 'exchangeOrder', 'placeOrder', 'changeOrder'].includes(id);
}

interface Item {
  readonly eventId?: string;
}

/** What is sold, in the body of a request: itself, or its only item. */
function itemOf({ body }: Question): Item {
  const { items } = body as { items?: [Item] };
  return items?.[0] ?? (body as Item);
}

/** The right request's body, with other values of what is sold. */
const ONE_VISITOR = { visitId: NO_ID, category: 'standard', persons: 1 };

/** A batch of a gate that has counted one visitor. */
function visits(changes: object): object {
  return { visits: [{ ...ONE_VISITOR, at: NOW, ...changes }] };
}

function withItem(question: Question, changes: object): object {
  const body = question.body as { items?: [Item] };
  const item = { ...itemOf(question), ...changes };
  return body.items === undefined ? item : { ...body, items: [item] };
}

/** @returns the id of an order that was released */
async function releasedOrder(museum: Museum): Promise<string> {
  const orderId = await heldOrder(museum, 'admin', RELEASED_DAY);
  await museum.api('POST', `/orders/${orderId}/release`);
  return orderId;
}

/** The right request's body, for general entry on that day. */
function generalLike({ body }: Question, ticketDate: string) {
  return withItem({ body } as Question, { ticketType: 'general', eventId: undefined, ticketDate });
}

/** Asks to call off, or to postpone, a date of an event that is over. */
async function askAboutPast(museum: Museum, { method, path }: Operation, body: object): Promise<Answer> {
  const { eventId } = await createEvent(museum, { dates: ['2027-02-28'] });
  return ask(museum, { method, path: path.replace('{eventId}', eventId), body });
}

async function cancelledTicket(museum: Museum): Promise<string> {
  const { eventId } = await createEvent(museum);
  const { ticketId } = await buyTicket(museum, eventPurchase(eventId));
  await museum.api('DELETE', `/special-events/${eventId}`);
  return ticketId;
}

async function askDisabled(museum: Museum, right: Question): Promise<Answer> {
  const [webhook] = /^\/webhooks\/[^/]+/.exec(right.path) as RegExpExecArray;
  await museum.api('PATCH', webhook, { body: { enabled: false } });
  const answer = await ask(museum, right);
  await museum.api('PATCH', webhook, { body: { enabled: true } });
  return answer;
}

/** As often as it is allowed, and once more. */
async function askTooOften(museum: Museum, right: Question): Promise<Answer> {
  const made: string[] = [];
  let answer = await ask(museum, right);
  for (; answer.status === 201; answer = await ask(museum, right)) made.push(answer.json.webhookId);
  for (const webhookId of made) await museum.api('DELETE', `/webhooks/${webhookId}`);
  return answer;
}

const UNKNOWN_GIFT = 'k7m2-qdxp-3fha-9trc';

function isPaying({ id }: Operation): boolean {
  return id === 'placeOrder' || id === 'confirmOrder' || id === 'renewPass';
}

/** Pays for a ticket of 12 euros, and more, with a gift voucher: at once, or for an order that was held. */
async function askPaidByGift(
  museum: Museum,
  { id }: Operation,
  paid: { readonly gift: string; readonly amount: number },
  more: readonly object[] = [],
): Promise<Answer> {
  if (id === 'renewPass') {
    const passId = await soldPass(museum, id, 'manager');
    const rest = { method: 'cash', amount: ANNUAL_PASS.price - paid.amount };
    const body = { payments: [{ method: 'gift', ...paid }, rest] };
    return museum.api('POST', `/passes/${passId}/renew`, { body });
  }
  const { eventId, dates } = await createEvent(museum, { price: 12 });
  const items = [{ ticketType: 'event', eventId, ticketDate: dates[0], quantity: 1 }, ...more];
  const payments = [{ method: 'gift', ...paid }];
  if (id === 'placeOrder') return museum.api('POST', '/orders', { body: { items, payments } });
  const { orderId } = (await museum.api('POST', '/orders', { body: { items, hold: 600 } })).json;
  return museum.api('POST', `/orders/${orderId}/confirm`, { body: { payments } });
}

const PAID_TOO_MUCH = [{ method: 'cash', amount: 1_000 }];

/** Asks for a pass of a type that has been changed so. */
async function askWithPass(
  museum: Museum,
  { id }: Operation,
  right: Question,
  change: object,
): Promise<Answer> {
  const set = (types: readonly object[]) => museum.api('PUT', '/pass-types', { body: types });
  await set([ANNUAL_PASS]);
  const path = id === 'renewPass' ? `/passes/${await soldPass(museum, id, 'manager')}/renew` : right.path;
  await set([{ ...ANNUAL_PASS, ...change }]);
  const item = { pass: ANNUAL_PASS.passType, from: '2027-03-14' };
  const body = id === 'renewPass' ? right.body : { ...(right.body as object), items: [item] };
  const answer = await ask(museum, { ...right, path, body });
  await set([ANNUAL_PASS]);
  return answer;
}

/** @returns the id of a pass whose place another has */
async function replacedPass(museum: Museum, { id }: Operation): Promise<string> {
  const passId = await soldPass(museum, id as OperationId, 'manager');
  if (id === 'unblockPass') await museum.api('POST', `/passes/${passId}/unblock`);
  await museum.api('POST', `/passes/${passId}/replace`, { body: { reason: 'Lost' } });
  return passId;
}

async function askToBuyBackWhatIsUsedUp(museum: Museum): Promise<Answer> {
  const body = { items: [{ gift: { amount: 50 } }], paidBy: 'cash' };
  const { orderId } = (await museum.api('POST', '/orders', { body })).json;
  const taken = { orderId, index: 0, amount: -50, reason: 'Counted' };
  await museum.api('POST', '/gifts/correct', { body: taken });
  const wanted = { body: { reason: 'Ill', gifts: [0] } };
  return museum.api('POST', `/orders/${orderId}/void`, wanted);
}
