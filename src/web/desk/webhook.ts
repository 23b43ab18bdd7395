import { Refusal } from '../../core/refusal.ts';
import type { Delivery } from '../../deliveries/index.ts';
import type { Answer } from '../../http/answer.ts';
import { fieldsOf, momentIn, type Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html, type Piece } from '../../pages/html.ts';
import { factList, section } from '../../pages/parts.ts';
import type { Webhook, WebhookWithSecret } from '../../webhooks/index.ts';
import { type Asked, askedFor, deliveriesPart, wantedAgain } from './deliveries.ts';
import type { DeskRequest } from './desk-options.ts';
import { type Clerk, deskPage, SETTINGS_PAGE } from './desk-page.ts';
import { done } from './done.ts';
import { pathId } from './links.ts';
import { formsOf, formTo } from './post-form.ts';
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

export const WEBHOOKS = '/desk/webhooks';

/** The description of a webhook, or else its host. */
export function webhookName({ description, url }: Webhook): string {
  return description || new URL(url).host;
}

export function stateOfWebhook({ language }: Clerk, { enabled, goneAt }: Webhook): string {
  const say = webhooksTexts(language);
  if (enabled) return say('enabled');
  return say(goneAt === null ? 'disabled' : 'gone');
}

/** The only page that ever shows the secret. */
export function webhookSecretPage(desk: DeskRequest, webhook: WebhookWithSecret, message: string): Answer {
  const say = webhooksTexts(desk.language);
  const main = html`
    <h2>${say('secret')}</h2>
    <p>${say('secretHint')}</p>
    <p class="secret"><code>${webhook.secret}</code></p>
    <p><a class="button action" href="${WEBHOOKS}/${webhook.webhookId}">${say('toWebhook')}</a></p>
  `;
  return deskPage(desk, { title: webhookName(webhook), main, here: SETTINGS_PAGE, message });
}

interface ShownWebhook {
  readonly webhook: Webhook;
  readonly undelivered: { readonly waiting: number; readonly failed: number };
  readonly asked: Asked;
  readonly found: readonly Delivery[];
  readonly submitted?: Submitted<'since'> | undefined;
}

function webhookPage(desk: DeskRequest, shown: ShownWebhook): Answer {
  const { language } = desk;
  const say = webhooksTexts(language);
  const { webhook, undelivered, asked, found, submitted } = shown;
  const { enabled } = webhook;
  const fields = fieldsOf<'since'>(language, submitted);
  const at = `${WEBHOOKS}/${webhook.webhookId}`;
  const form = (action: string, button: string, more?: Piece, isMain = false) => {
    const press = html`<button${attributes({ class: isMain && 'action' })}>${button}</button>`;
    return formTo(desk, `${at}/${action}`, html`${more}${press}`);
  };
  const part = (action: string, heading: string, means: string, more?: Piece) =>
    section(heading, html`<p>${means}</p>`, form(action, heading, more));
  const count = undelivered.waiting;
  const since = { label: say('since'), with: { type: 'datetime-local', required: true } };
  const replay = () => part('replay', say('replay'), say('replayMeans'), fields.input('since', since));
  const main = html`
    ${facts(desk, webhook)}
    <div class="actions">
      ${form(enabled ? 'test' : 'turn-on', say(enabled ? 'test' : 'turnOn'), undefined, true)}
      <a class="button" href="${at}/edit">${say('edit')}</a>
    </div>
    ${deliveriesPart(desk, {
      at,
      asked,
      found,
      undelivered,
      isOpen: enabled,
      what: say('messages'),
      describe: ({ kind, subject }) => [kind, subject],
    })}
    ${enabled && replay()}
    ${part('rotate', say('rotate'), say('rotateMeans'))}
    ${enabled && part('turn-off', say('turnOff'), say('offMeans', { count }))}
    ${part('remove', say('remove'), say('removeMeans', { count }))}
  `;
  const title = webhookName(webhook);
  return deskPage(desk, { title, lead: webhook.url, main, here: SETTINGS_PAGE, form: fields });
}

function facts(desk: Clerk, webhook: Webhook): Html {
  const say = webhooksTexts(desk.language);
  const types = webhook.types.map((type) => (type === '*' ? say('everything') : type)).join(', ');
  return factList('facts', [
    [say('state'), stateOfWebhook(desk, webhook)],
    [say('types'), types],
    [say('seller'), webhook.seller],
  ]);
}
