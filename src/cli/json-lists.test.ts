import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Called, everyCommand } from '../../fixtures/command-line.ts';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import { databaseUrl } from '../../fixtures/doctor.ts';
import { callMuseum } from '../../fixtures/process.ts';

/** Each command that lists, with what it needs to be called. */
const LISTS: Readonly<Record<string, (webhookId: string) => string[]>> = {
  'accounts list': () => [],
  'accounts token list': () => ['partner'],
  'keys list': () => [],
  'webhooks list': () => [],
  'webhooks deliveries': (webhookId) => [webhookId],
  'mail list': () => [],
  'audit list': () => [],
  'settings list': () => [],
};

test('every command that lists has --json', async () => {
  const lists = (await everyCommand()).filter(({ summary }) => /^list /.test(summary));
  assert.deepEqual(lists.map(({ name }) => name).sort(), Object.keys(LISTS).sort());
  for (const list of lists) assert.ok(membersOf(list).length >= 3, list.name);
});

/** The members that the help names. */
function membersOf({ command }: Called): string[] {
  const { description = '' } = command.options.find(({ long }) => long === '--json') ?? {};
  const [, members = ''] =
    /^print JSON: an array of objects of ([\w?, ]+?)(?: \(.*\))?(?:, with times in UTC)?$/.exec(
      description,
    ) ?? [];
  return members.split(', ').filter((name) => name !== '');
}

describeOnDatabase((openMuseum) => {
  test('what a list prints as JSON has the members that its help names', async (t) => {
    const museum = await openMuseum(t);
    const body = { url: 'https://example.com/news', types: ['*'], description: '' };
    const { webhookId } = (await museum.api('POST', '/webhooks', { body })).json;
    const partners = await museum.api('POST', '/webhooks', { body: { ...body, seller: 'partner' } });
    assert.equal(partners.status, 201, partners.text);
    for (const [channel, receiver] of [
      ['mail', 'smtp'],
      ['webhook', webhookId],
    ])
      await museum.store.transaction((tx) =>
        tx.run(
          `INSERT INTO deliveries (delivery_id, channel, receiver, kind, subject, content, state, made_at, settled_at, answer, answered_at)
             VALUES (?, ?, ?, 'tickets.sold', 'x', '{}', 'failed', 0, 0, 'HTTP 500', 0)`,
          [crypto.randomUUID(), channel as string, receiver],
        ),
      );
    const env = { MUSEUM_DATABASE_URL: databaseUrl(museum.database), MUSEUM_TIME_ZONE: 'Europe/Berlin' };
    await callMuseum(['accounts', 'token', 'add', 'partner'], { env });
    await callMuseum(['keys', 'rotate'], { env });
    for (const list of await everyCommand()) {
      const args = LISTS[list.name]?.(webhookId);
      if (args === undefined) continue;
      const { stdout, stderr } = await callMuseum([...list.name.split(' '), ...args, '--json'], { env });
      const listed: object[] = JSON.parse(stdout);
      assert.ok(listed.length > 0, `${list.name}: ${stderr}`);
      const named = membersOf(list);
      const always = named.filter((name) => !name.endsWith('?'));
      for (const each of listed) {
        const members = Object.keys(each);
        assert.deepEqual(
          always.filter((name) => !members.includes(name)),
          [],
          `${list.name} has all`,
        );
        const known = named.map((name) => name.replace('?', ''));
        assert.deepEqual(
          members.filter((name) => !known.includes(name)),
          [],
          `${list.name} names all`,
        );
      }
    }
  });
});
