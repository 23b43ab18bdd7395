import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PostgresConnection } from './postgres-connection.ts';
import { type Statement, Statements } from './postgres-sql.ts';
import { PostgresTransaction } from './postgres-transaction.ts';

const DAY_TYPES = new Map([['special_days', new Map([['day', 'text']])]]);

/** A transaction on a false connection. `answers` gives the answers to statements that begin with its keys. */
function begin(answers: Readonly<Record<string, () => Promise<unknown>>> = {}) {
  const sent: string[] = [];
  const connection = { id: 'c', isLost: false, isDestroyed: false };
  const answer = async (text: string) => {
    sent.push(text.trim().split(/\s+/, 2).join(' '));
    const given = Object.entries(answers).find(([start]) => text.trim().startsWith(start));
    return (await given?.[1]()) ?? { rows: [], rowCount: 1 };
  };
  Object.assign(connection, {
    query: ({ text }: Statement) => answer(text),
    exec: answer,
    nextTransaction: () => 1,
    destroy: () => {
      connection.isDestroyed = true;
    },
  });
  const tx = new PostgresTransaction(connection as unknown as PostgresConnection, {
    statements: new Statements(),
    columnTypes: DAY_TYPES,
  });
  return { tx, sent, connection };
}

const refused = (message: string) => () => Promise.reject(new Error(message));

test('a write is sent only after BEGIN has succeeded: otherwise it would be a transaction of its own', async () => {
  const begun = Promise.withResolvers<void>();
  const { tx, sent } = begin({ BEGIN: () => begun.promise });
  const write = tx.run('DELETE FROM special_days');
  await nextTurn();
  assert.deepEqual(sent, ['BEGIN ISOLATION']);
  begun.resolve();
  await write;
  assert.deepEqual(sent, ['BEGIN ISOLATION', 'DELETE FROM']);
});

test('nothing is sent after a failed BEGIN, whose error is thrown', async () => {
  const { tx, sent } = begin({ BEGIN: refused('not now') });
  await assert.rejects(tx.run('DELETE FROM special_days'), /not now/);
  await assert.rejects(tx.commit(), /not now/);
  assert.deepEqual(sent, ['BEGIN ISOLATION']);
});

test('a commit whose answer was lost is in doubt, whether rows were changed or only added', async () => {
  for (const work of [
    (tx: PostgresTransaction) => tx.run('DELETE FROM special_days'),
    (tx: PostgresTransaction) => tx.insert('special_days', ['day'], [['2027-01-01']]),
  ]) {
    const lost = async () => {
      connection.isLost = true;
      throw new Error('connection lost');
    };
    const { tx, connection } = begin({ INSERT: lost, WITH: lost, COMMIT: lost });
    await work(tx);
    const { connection: id, transaction } = (await tx.commit()) ?? {};
    assert.deepEqual([id, transaction], ['c', 1]);
  }
});

test('a transaction that has only read succeeds, also when the answer to its commit was lost', async () => {
  const { tx, connection } = begin({
    COMMIT: async () => {
      connection.isLost = true;
      throw new Error('connection lost');
    },
  });
  await tx.all('SELECT day FROM special_days');
  assert.equal(await tx.commit(), undefined);
});

test('when several statements fail, the error of the first is thrown', async () => {
  const { tx } = begin({ DELETE: refused('sold out'), SELECT: refused('the transaction is aborted') });
  await assert.rejects(tx.run('DELETE FROM special_days'), /sold out/);
  await assert.rejects(tx.all('SELECT day FROM special_days'), /sold out/);
  await assert.rejects(tx.commit(), /sold out/);
});

test('an insert that failed fails the commit', async () => {
  const { tx } = begin({ INSERT: refused('no such row'), COMMIT: async () => undefined });
  await tx.insert('special_days', ['day'], [['2027-01-01']]);
  await assert.rejects(tx.commit(), /no such row/);
});

test('an insert after the end of the transaction begins no other', async () => {
  const { tx, sent } = begin();
  const insert = tx.insert('special_days', ['day'], [['2027-01-01']]);
  await tx.rollBack();
  await assert.rejects(insert, /over/);
  assert.deepEqual(sent, []);
});

test('a connection whose rollback fails is destroyed', async () => {
  const { tx, connection } = begin({ ROLLBACK: refused('not now') });
  await tx.run('DELETE FROM special_days');
  await tx.rollBack();
  assert.equal(connection.isDestroyed, true);
});
