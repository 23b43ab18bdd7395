import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { assertSoundInEveryLook, axeFaults, wideElements } from '../../fixtures/browser.ts';
import { openDesk } from '../../fixtures/desk-pages.ts';
import { startMailServer } from '../../fixtures/mail-server.ts';
import { openMuseum } from '../../fixtures/museum.ts';
import { startReceiver } from '../../fixtures/receiver.ts';
import { buyTicket, generalPurchase } from '../../fixtures/samples.ts';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';

/** A museum whose mail server refuses mails, and with a webhook that fails. */
async function troubledMuseum(t: TestContext) {
  const server = await startMailServer(t);
  server.decide(() => '550 No such user <b>here</b>');
  const receiver = await startReceiver(t, {
    behaviour: () => (_, response) => response.writeHead(500).end('<img src=x onerror=alert(1)>'.repeat(9)),
  });
  const museum = await openMuseum({
    database: { kind: 'sqlite', path: join(await temporaryFolder(t), 'museum.db') },
    settings: {
      MUSEUM_SMTP_URL: server.url,
      MUSEUM_MAIL_FROM: 'tickets@museum.example',
      MUSEUM_WEBHOOK_ALLOW_PRIVATE: 'on',
    },
  });
  t.after(() => museum.close());
  const body = {
    url: `${receiver.url}?${'long'.repeat(60)}`,
    types: ['*'],
    description: '"><script>alert(1)</script>',
  };
  const { webhookId } = (await museum.api('POST', '/webhooks', { body })).json;
  await buyTicket(museum, generalPurchase());
  while ((await museum.store.all('SELECT delivery_id FROM deliveries WHERE attempts > 0')).length < 2)
    await new Promise((resolve) => setTimeout(resolve, 10));
  return { museum, receiver, server, at: `/desk/webhooks/${webhookId}` };
}

test('each page about webhooks and mail is accessible, and fits, however one looks at it', async (t) => {
  const { museum, at } = await troubledMuseum(t);
  const page = await openDesk(t, museum, '/desk/webhooks', { as: 'admin' });
  for (const path of [
    '/desk/webhooks',
    '/desk/webhooks/new',
    '/desk/museum/picture',
    '/desk/museum/logo',
    at,
    `${at}/edit`,
    '/desk/mail',
    '/desk/mail?state=dropped',
  ]) {
    await page.goto(path);
    await assertSoundInEveryLook(page);
  }
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await page.getByRole('link', { name: /^ticket-general/ }).click();
  await page.getByRole('heading', { name: 'Preview, as it would be sent now' }).waitFor();
  await assertSoundInEveryLook(page);
  await page.goto('/desk/webhooks/new');
  await page.getByLabel('Address').fill('https://10.0.0.1/');
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByText('There is a problem').waitFor();
  await assertSoundInEveryLook(page);
});

test('a webhook is added, tested, mended and removed by keyboard alone, without scripts', async (t) => {
  const { museum, receiver } = await troubledMuseum(t);
  const page = await openDesk(t, museum, '/desk/webhooks', { as: 'admin' });
  await page.route('**/*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Add a webhook' }).press('Enter');
  await page.getByLabel('Address').fill(receiver.url);
  await page.getByLabel('Description').fill('Shop');
  await page.getByLabel('Everything').press('Space');
  await page.getByLabel('Description').press('Enter');
  await page.getByText('The webhook has been added.').waitFor();
  assert.match(await page.locator('.secret').innerText(), /^whsec_/);
  assert.deepEqual([...(await axeFaults(page)), ...(await wideElements(page))], []);
  await page.getByRole('link', { name: 'Go to the webhook' }).press('Enter');
  await page.getByRole('button', { name: 'Send a test' }).press('Enter');
  await page.getByText('The test is on its way.').waitFor();
  const [path] = page.url().split('?');
  while ((await page.getByText('HTTP 500').count()) === 0) await page.goto(path as string);
  receiver.behave(() => 204);
  await page.getByRole('button', { name: /^Resend/ }).press('Enter');
  await page.getByText('Resending.').waitFor();
  while ((await page.getByText('HTTP 204').count()) === 0) await page.goto(path as string);
  await page.getByRole('button', { name: 'Remove webhook' }).press('Enter');
  await page.getByText('The webhook has been removed.').waitFor();
});

test('mail that failed is sent again with one press, and a test says what came of it', async (t) => {
  const { museum, server } = await troubledMuseum(t);
  const page = await openDesk(t, museum, '/desk/mail', { as: 'admin' });
  await page.getByText('550 No such user <b>here</b>').waitFor();
  await page.getByLabel('E-mail address').fill('me@example.com');
  await page.getByLabel('E-mail address').press('Enter');
  await page.getByRole('link', { name: /^The mail server refused the test: 550/ }).waitFor();
  server.decide(() => undefined);
  await page.getByRole('button', { name: 'Resend the 1 that failed' }).press('Enter');
  await page.getByText('Resending everything that failed.').waitFor();
  await server.has(1);
});
