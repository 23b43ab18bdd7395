/**
 * Sends every request of the shop to stripe-mock, which compares it with Stripe's own description of its API:
 * `node scripts/stripe-mock.ts`. Needs Go, and the network to install it.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../fixtures/free-port.ts';
import { uuidV7 } from '../src/core/uuid.ts';
import { ProviderRefused, Stripe } from '../src/payments/index.ts';

const MODULE = 'github.com/stripe/stripe-mock@v0.203.0';

const folder = mkdtempSync(join(tmpdir(), 'stripe-mock-'));
const { status } = spawnSync('go', ['install', MODULE], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, GOBIN: folder },
});
assert.equal(status, 0, `"go install ${MODULE}" failed. It needs Go: https://go.dev/doc/install`);
const port = await freePort();
const mock = spawn(join(folder, 'stripe-mock'), [
  ...['-http-addr', `127.0.0.1:${port}`, '-strict-version-check'],
]);
try {
  for await (const line of createInterface(mock.stdout)) if (line.startsWith('Listening')) break;
  await sendAll(`http://127.0.0.1:${port}`);
} finally {
  mock.kill();
  await once(mock, 'exit');
  rmSync(folder, { recursive: true });
}

async function sendAll(address: string): Promise<void> {
  const stripe = new Stripe({ key: 'sk_test_mock', address });
  const id = uuidV7(Date.now());
  const payment = {
    ...{ id, cents: 2_400, currency: 'EUR', description: 'Museum: order-abc234', language: 'de' as const },
    ...{ email: 'ada@example.com', returnTo: 'https://tickets.example.org/order/secret' },
    ...{ notifyAt: 'https://tickets.example.org/payments/stripe', endsAt: Date.now() + 1_860_000 },
  };
  const requests = {
    'check the key': () => stripe.checkKey(),
    start: () => stripe.start(payment),
    look: () => stripe.look('cs_test_1'),
    cancel: () => stripe.cancel('cs_test_1'),
    refund: () => stripe.refund({ id, reference: 'pi_1', cents: 1_200, currency: 'EUR' }),
  };
  for (const [name, send] of Object.entries(requests)) {
    await send();
    console.log(`${name}: as Stripe describes it`);
  }
  const wrong = { ...payment, language: 'xx' as never };
  await assert.rejects(stripe.start(wrong), ProviderRefused, 'stripe-mock takes a wrong request too');
}
