import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { describeOnSqlite, type OpenMuseum } from '../../fixtures/databases.ts';
import { generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { signInStaff } from '../../fixtures/staff.ts';

interface Line {
  readonly msg: string;
  readonly status: number;
  readonly route: string | null;
  readonly problem?: string;
}

describeOnSqlite((openMuseum) => {
  test('the line of a refused request names the problem, and what is refused', async (t) => {
    const { museum, last } = await open(openMuseum, t);
    await museum.api('PUT', `/capacity/general/${TODAY}`, { body: { capacity: 0 } });
    const body = generalPurchase({ ticketDate: TODAY, email: 'ada@example.org' });
    const buy = (headers = {}) => museum.api('POST', '/tickets', { body, headers });
    const soldOut = { status: 409, problem: 'sold-out', day: TODAY };
    assert.equal((await buy()).status, 409);
    assert.deepEqual(last('/v1.1/tickets'), soldOut);
    assert.equal((await buy({ 'idempotency-key': 'one' })).status, 409);
    assert.deepEqual(last('/v1.1/tickets'), soldOut);
    assert.equal((await buy({ 'idempotency-key': 'one' })).status, 409);
    assert.equal(last('/v1.1/tickets').problem, 'sold-out', 'also of an answer that was kept');

    await museum.api('POST', '/special-events', { as: 'viewer', body: {} });
    assert.deepEqual(last('/v1.1/special-events'), {
      ...{ status: 403, problem: 'forbidden', role: 'viewer', permission: 'arrange-programme' },
    });
    await museum.ask('GET', '/nowhere');
    assert.deepEqual(last(null), { status: 404, problem: 'not-found' });
  });

  test('pages that say a refusal themselves name it too', async (t) => {
    const { museum, last } = await open(openMuseum, t);
    const clerk = await signInStaff(museum, 'cashier');
    await museum.api('PUT', `/capacity/general/${TODAY}`, { body: { capacity: 0 } });
    const sale = { date: TODAY, general: '1', key: randomUUID(), paidBy: 'cash' };
    const { status } = await clerk.post('/desk/sell', sale);
    assert.equal(status, 409);
    assert.deepEqual(last('/desk/sell'), { status: 409, problem: 'sold-out', day: TODAY });
    await signInStaff(museum, 'cashier', 'a wrong password');
    assert.deepEqual(last('/sign-in'), { status: 401, problem: 'unauthorized' });
  });

  test('nothing that a client has written is in it, nor an id of a visitor’s ticket', async (t) => {
    const { museum, lines } = await open(openMuseum, t);
    const secret = 'ada@example.org';
    await museum.api('POST', '/tickets', { body: { [secret]: secret } });
    await museum.api('GET', `/tickets?email=${secret}&limit=${secret}`);
    await museum.api('GET', '/tickets/01a203b2-c2a1-74ba-b35a-127fcecbe331');
    assert.deepEqual(
      lines.filter(({ msg }) => msg === 'request').map(({ problem }) => problem),
      ['invalid-request', 'invalid-request', 'ticket-not-found'],
    );
    assert.doesNotMatch(JSON.stringify(lines), /ada@|01a203b2-c2a1/);
  });
});

async function open(openMuseum: OpenMuseum, t: TestContext) {
  const lines: Line[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const museum = await openMuseum(t, { log });
  /** What the last line of a request to that route says of its end. */
  const last = (route: string | null) => {
    const line = lines.findLast((each) => each.msg === 'request' && each.route === route);
    const {
      requestId,
      account,
      address,
      method,
      ms,
      level,
      time,
      msg,
      route: _,
      ...end
    } = {
      ...(line as Line & Record<string, unknown>),
    };
    return end;
  };
  return { museum, lines, last };
}
