import { Refusal } from '../../core/refusal.ts';
import type { Answer } from '../../http/answer.ts';
import { momentIn, type Submitted } from '../../pages/forms.ts';
import { askedFor, wantedAgain } from './deliveries.ts';
import type { DeskRequest } from './desk-options.ts';
import { done } from './done.ts';
import { pathId } from './path-id.ts';
import { formsOf } from './post-form.ts';
import { WEBHOOKS, webhookPage, webhookSecretPage } from './webhook-page.ts';
import { webhooksTexts } from './webhooks-texts.ts';

/** A webhook, with what it was told, and what can be done with it. */
export async function showWebhook(desk: DeskRequest, submitted?: Submitted<'since'>): Promise<Answer> {
  const { actor, webhooks } = desk;
  const webhookId = pathId(desk.request, 'webhookId');
  const asked = askedFor(desk);
  const [webhook, undelivered, found] = await Promise.all([
    webhooks.get(actor, webhookId),
    webhooks.countUndelivered(actor, webhookId),
    webhooks.deliveries(actor, webhookId, asked),
  ]);
  return webhookPage(desk, { webhook, undelivered, asked, found, submitted });
}

/** A form on the webhook's page, which says so if the webhook was turned off meanwhile. */
const webhookAction = formsOf<'since'>({
  id: 'webhookId',
  at: (webhookId) => `${WEBHOOKS}/${webhookId}`,
  page: showWebhook,
  explain: (error, { language }) =>
    error instanceof Refusal && error.kind === 'webhook-disabled'
      ? { fault: webhooksTexts(language)('isDisabled'), status: 409 }
      : undefined,
});

export const testWebhook = webhookAction(async ({ actor, webhooks }, webhookId) => {
  await webhooks.test(actor, webhookId);
  return 'webhookTest';
});

export const turnOn = webhookAction(async ({ actor, webhooks }, webhookId) => {
  await webhooks.change(actor, webhookId, { enabled: true });
  return 'webhookOn';
});

export const turnOff = webhookAction(async ({ actor, webhooks }, webhookId) => {
  await webhooks.change(actor, webhookId, { enabled: false });
  return 'webhookOff';
});

export const rotate = webhookAction(async (desk, webhookId) => {
  const rotated = await desk.webhooks.rotate(desk.actor, webhookId);
  return webhookSecretPage(desk, rotated, webhooksTexts(desk.language)('rotated'));
});

export const replay = webhookAction(async (desk, webhookId, { values, again }) => {
  const since = momentIn(values.since ?? '', desk.terms.localOf);
  if (since === undefined || since > desk.clock.now())
    return again({ faults: { since: webhooksTexts(desk.language)('sinceFault') } });
  const count = await desk.webhooks.replay(desk.actor, webhookId, since);
  return done(`${WEBHOOKS}/${webhookId}`, 'webhookReplay', { count });
});

export const resendMessages = webhookAction(async ({ actor, webhooks }, webhookId, { form }) => {
  const wanted = wantedAgain(form);
  if (wanted === 'all') await webhooks.retryFailed(actor, webhookId);
  else await webhooks.retry(actor, webhookId, wanted);
  return wanted === 'all' ? 'resendingAll' : 'resending';
});

export const removeWebhook = webhookAction(async ({ actor, webhooks }, webhookId) => {
  await webhooks.remove(actor, webhookId);
  return done(WEBHOOKS, 'webhookRemoved');
});
