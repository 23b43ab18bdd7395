import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../app/config.ts';
import { FORMATS } from '../contract/formats.ts';
import { OPERATOR } from '../core/actor.ts';
import { systemClock } from '../core/clock.ts';
import type { Uuid } from '../core/uuid.ts';
import { type Delivery, type DeliveryState, findDelivery } from '../deliveries/index.ts';
import { resolveAll } from '../http/outgoing.ts';
import type { Store } from '../store/index.ts';
import { showMessage } from '../web/api/webhooks/messages.ts';
import { presentWebhook, showDelivery } from '../web/api/webhooks/presenters.ts';
import { type Webhook, WebhookSecrets, Webhooks } from '../webhooks/index.ts';
import { limitOption, parseId } from './arguments.ts';
import { withStore } from './database.ts';
import { DELIVERIES_AS_JSON, deliveryTable, requireOneOrFailed, stateOption } from './deliveries.ts';
import { CommandFailed } from './failure.ts';
import { counted, jsonArrayOf, jsonText, printLine } from './output.ts';
import { textTable } from './table.ts';

/** How long a test waits for the service to send it. */
const TEST_TIMEOUT_MS = 20_000;

export default (): Command =>
  new Command('webhooks')
    .description(
      'List and test webhooks, and list and resend their messages. To add a webhook, use the page /desk/webhooks or POST /webhooks.',
    )
    .addCommand(listCommand())
    .addCommand(testCommand())
    .addCommand(deliveriesCommand())
    .addCommand(retryCommand())
    .addCommand(replayCommand());

function listCommand(): Command {
  return new Command('list')
    .summary('list all webhooks')
    .description('List all webhooks, oldest first, with the number of waiting and failed messages of each.')
    .option(
      '--json',
      jsonArrayOf(
        'webhookId',
        'url',
        'types',
        'seller?',
        'description',
        'enabled',
        'createdAt',
        'changedAt',
        'goneAt?',
      ),
    )
    .action(({ json }: { json?: boolean }) =>
      withWebhooks(async (webhooks) => {
        const listed = await webhooks.list(OPERATOR);
        printLine(json ? jsonText(listed.map(presentWebhook)) : await asTable(listed, webhooks));
      }),
    );
}

function testCommand(): Command {
  return new Command('test')
    .summary('send a test message to a webhook')
    .description(
      'Have the service send a test message to a webhook, and print the result. The service must be running.',
    )
    .argument('<webhook-id>', 'the id of the webhook', parseId)
    .action((webhookId: Uuid) =>
      withWebhooks(async (webhooks, store) => {
        const { deliveryId } = await webhooks.test(OPERATOR, webhookId);
        await tellOutcome(store, deliveryId);
      }),
    );
}

function deliveriesCommand(): Command {
  return new Command('deliveries')
    .summary('list the messages of a webhook')
    .description('List the messages of a webhook, sent and waiting, newest first.')
    .argument('<webhook-id>', 'the id of the webhook', parseId)
    .addOption(stateOption())
    .addOption(limitOption())
    .option('--json', DELIVERIES_AS_JSON)
    .action(
      (webhookId: Uuid, { json, ...question }: { state?: DeliveryState; limit: number; json?: boolean }) =>
        withWebhooks(async (webhooks, _, { timeZone }) => {
          const found = await webhooks.deliveries(OPERATOR, webhookId, question);
          printLine(
            json
              ? jsonText(found.map(showDelivery))
              : deliveryTable(found, timeZone, 'There are no deliveries.'),
          );
        }),
    );
}

function retryCommand(): Command {
  return new Command('retry')
    .summary('resend one message, or all failed ones')
    .description(
      'Resend one message, whatever its state, or all failed messages, at once. Each keeps its id.',
    )
    .argument('<webhook-id>', 'the id of the webhook', parseId)
    .argument('[delivery-id]', 'the id of the delivery', parseId)
    .option('--failed', 'all that have failed')
    .action((webhookId: Uuid, deliveryId: Uuid | undefined, { failed = false }: { failed?: boolean }) => {
      requireOneOrFailed('delivery', deliveryId, failed);
      return withWebhooks(async (webhooks) => {
        if (deliveryId !== undefined) await webhooks.retry(OPERATOR, webhookId, deliveryId);
        const count = deliveryId === undefined ? await webhooks.retryFailed(OPERATOR, webhookId) : 1;
        printLine(`The service resends ${counted(count, 'message')}.`);
      });
    });
}

function replayCommand(): Command {
  return new Command('replay')
    .summary('resend all messages since a given time')
    .description('Resend all messages of the webhook’s types since a given time, with the same ids.')
    .argument('<webhook-id>', 'the id of the webhook', parseId)
    .addOption(
      new Option('--since <time>', 'such as 2027-03-14T09:00:00Z')
        .argParser(parseInstant)
        .makeOptionMandatory(),
    )
    .action((webhookId: Uuid, { since }: { since: number }) =>
      withWebhooks(async (webhooks) => {
        const entries = await webhooks.replay(OPERATOR, webhookId, since);
        printLine(
          `The service replays ${counted(entries, 'journal entry', 'journal entries')} to the webhook.`,
        );
      }),
    );
}

function withWebhooks(
  work: (webhooks: Webhooks, store: Store, config: Config) => Promise<void>,
): Promise<void> {
  return withStore(async (store, config) => {
    const clock = systemClock;
    const secrets = new WebhookSecrets(store, clock);
    const addresses = { allowPrivate: config.webhookAllowPrivate, lookup: resolveAll };
    await work(new Webhooks({ store, clock, secrets, addresses, show: showMessage }), store, config);
  });
}

async function asTable(listed: readonly Webhook[], webhooks: Webhooks): Promise<string> {
  if (listed.length === 0) return 'There are no webhooks.';
  const rows = await Promise.all(
    listed.map(async ({ webhookId, url, enabled, goneAt, types, description }) => {
      const { waiting, failed } = await webhooks.countUndelivered(OPERATOR, webhookId);
      const state = enabled ? 'enabled' : goneAt === null ? 'disabled' : 'gone';
      return [webhookId, state, `${waiting}`, `${failed}`, types.join(' '), url, description];
    }),
  );
  return textTable(['ID', 'STATE', 'WAITING', 'FAILED', 'TYPES', 'URL', 'DESCRIPTION'], rows);
}

async function tellOutcome(store: Store, deliveryId: Uuid): Promise<void> {
  const deadline = performance.now() + TEST_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const delivery = await findDelivery(store, deliveryId);
    if (delivery !== undefined && delivery.answer !== null) return report(delivery);
    await sleep(100);
  }
  throw new CommandFailed('the service has not sent the message yet. Is the service running?');
}

function report({ state, answer }: Delivery): void {
  if (state !== 'delivered') throw new CommandFailed(`the message was not received. ${answer}`);
  printLine(`The message was received. ${answer}`);
}

function parseInstant(text: string): number {
  if (!FORMATS['date-time'].accepts(text))
    throw new InvalidArgumentError(
      'It must be a time with Z or an offset, such as 2027-03-14T09:00:00Z or 2027-03-14T10:00:00+01:00.',
    );
  return Date.parse(text);
}
