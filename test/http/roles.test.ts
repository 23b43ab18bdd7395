import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Answer } from '../../fixtures/client.ts';
import { rememberContents } from '../../fixtures/contents.ts';
import { describeOnDatabase, describeOnEachDatabase, describeOnSqlite } from '../../fixtures/databases.ts';
import { credentials } from '../../fixtures/museum.ts';
import { assertRefused } from '../../fixtures/refused.ts';
import { ask, type Question, rightQuestion } from '../../fixtures/right-question.ts';
import { buyTicket, generalPurchase, WITH_WEBHOOKS } from '../../fixtures/samples.ts';
import { rolesWith } from '../../src/core/permissions.ts';
import { ROLES } from '../../src/core/roles.ts';
import { type OperationId, operations } from '../../src/web/api/contract/index.ts';

const CHALLENGE = 'Basic realm="museum", charset="UTF-8"';
const ids = Object.keys(operations) as OperationId[];

describeOnEachDatabase((openMuseum) => {
  it('answers every operation with success', async (test) => {
    const museum = await openMuseum(test, { settings: WITH_WEBHOOKS });
    for (const id of ids) {
      const answer = await ask(museum, await rightQuestion(museum, id));
      assert.equal(answer.status, operations[id].success.status, `${id}: ${answer.text}`);
    }
  });
});

describeOnSqlite((openMuseum) => {
  // Which roles have which permission: src/core/permissions.test.ts. Which an operation needs: openapi.json.
  it('lets each role do what the permissions of the operations say, and nothing else', async (test) => {
    const museum = await openMuseum(test, { settings: WITH_WEBHOOKS });
    const refusals: [string, Question][] = [];
    for (const id of ids) {
      const permitted = rolesWith(operations[id].permission);
      for (const role of permitted.filter((each) => each !== 'admin')) {
        const answer = await ask(museum, await rightQuestion(museum, id, role));
        const told = `${role} ${id}: ${answer.text}`;
        assert.equal(answer.status, operations[id].success.status, told);
      }
      const question = await rightQuestion(museum, id);
      for (const role of ROLES.filter((each) => !permitted.includes(each)))
        refusals.push([id, { ...question, as: role }]);
      for (const { webhookId } of (await museum.api('GET', '/webhooks')).json)
        await museum.api('DELETE', `/webhooks/${webhookId}`);
    }
    const assertUnchanged = await rememberContents(museum);
    for (const [id, question] of refusals) {
      const told = `${question.as} ${id}`;
      assert.equal((await ask(museum, question)).status, 403, told);
      // Before anything of the request is looked at: a stranger to the work learns nothing about it.
      assertRefused(await ask(museum, { ...question, body: '{' }), 403, 'forbidden');
    }
    await assertUnchanged();
  });

  it('answers every operation with 401 and how to sign in, unless the credentials are right', async (test) => {
    const museum = await openMuseum(test);
    const requests = new Map<string, Question>();
    for (const id of ids) requests.set(id, await rightQuestion(museum, id));
    await museum.api('GET', '/special-events', { headers: { authorization: 'Basic eDp5' } });
    const assertUnchanged = await rememberContents(museum);
    for (const [id, { method, path, body }] of requests) {
      const none = await museum.api(method, path, { body, as: 'nobody' });
      assertRefused(none, 401, 'unauthorized');
      assert.equal(none.headers['www-authenticate'], CHALLENGE, id);
    }
    const admin = credentials('admin') as string;
    for (const authorization of [
      '',
      'Basic',
      'Basic ',
      'Bearer abc',
      `Digest ${admin}`,
      admin.slice(6),
      'Basic ====',
      'Basic YWRtaW4', // no colon
      'Basic OnB3', // no name
      `Basic ${Buffer.from([0x61, 0x3a, 0xff]).toString('base64')}`,
      `Basic ${Buffer.from('admin:a\0b').toString('base64')}`,
      `${admin}, ${admin}`,
      `${admin}=`,
    ]) {
      const answer = await museum.api('GET', '/special-events', { as: 'nobody', headers: { authorization } });
      assertRefused(answer, 401, 'unauthorized');
      assert.equal(answer.headers['www-authenticate'], CHALLENGE, authorization);
    }
    await assertUnchanged();
    for (const authorization of [admin.replace('Basic', 'bAsIc'), admin.replace(' ', '  ')]) {
      const answer = await museum.api('GET', '/special-events', { as: 'nobody', headers: { authorization } });
      assert.equal(answer.status, 200, authorization);
    }
  });

  it('gives an unknown name, a wrong password and a disabled account one and the same answer', async (test) => {
    const museum = await openMuseum(test);
    await museum.store.transaction(async (tx) => {
      await tx.run('UPDATE accounts SET disabled_at = ? WHERE username = ?', [museum.clock.now(), 'viewer']);
      await tx.touch('accounts');
    });
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    const answers: Answer[] = [];
    for (const authorization of [
      basic('nobody-by-that-name:correct horse'),
      basic('admin:wrong horse'),
      credentials('viewer'),
    ]) {
      answers.push(await museum.api('GET', '/special-events', { as: 'nobody', headers: { authorization } }));
    }
    for (const answer of answers) {
      assertRefused(answer, 401, 'unauthorized');
      assert.equal(answer.text, answers[0]?.text);
    }
  });
});

describeOnDatabase((openMuseum) => {
  it('refuses an account at once that was disabled elsewhere, or has another role or password', async (test) => {
    const museum = await openMuseum(test);
    const change = (sql: string) =>
      museum.store.transaction(async (tx) => {
        await tx.run(sql);
        await tx.touch('accounts');
      });
    const buy = () => museum.api('POST', '/tickets', { body: generalPurchase(), as: 'cashier' });
    assert.equal((await buy()).status, 201);
    await change("UPDATE accounts SET role = 'viewer' WHERE username = 'cashier'");
    assertRefused(await buy(), 403, 'forbidden');
    await change("UPDATE accounts SET role = 'cashier', disabled_at = 1 WHERE username = 'cashier'");
    assertRefused(await buy(), 401, 'unauthorized');
    await change("UPDATE accounts SET disabled_at = NULL WHERE username = 'cashier'");
    assert.equal((await buy()).status, 201);
  });

  it('slows down whoever guesses passwords, and nobody else', async (test) => {
    const museum = await openMuseum(test);
    const guess = () =>
      museum.api('GET', '/special-events', {
        as: 'nobody',
        headers: { authorization: `Basic ${Buffer.from('admin:guess').toString('base64')}` },
      });
    let answer = await guess();
    for (let guesses = 1; answer.status === 401 && guesses < 50; guesses++) answer = await guess();
    assertRefused(answer, 429, 'too-many-sign-ins');
    const seconds = Number(answer.headers['retry-after']);
    assert.ok(Number.isInteger(seconds) && seconds >= 1, answer.headers['retry-after']);
    assert.equal(answer.headers['www-authenticate'], undefined);
    await buyTicket(museum, generalPurchase(), 'cashier');
    museum.clock.advance(seconds * 1_000);
    assertRefused(await guess(), 401, 'unauthorized');
  });
});
