import { parseCalendarDay } from '../../core/calendar-day.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Uuid } from '../../core/uuid.ts';
import { instantOf, isTimeOfDay, localTimes } from '../../core/zoned-time.ts';
import type { Answer } from '../../http/answer.ts';
import type { Submitted } from '../../pages/forms.ts';
import { askedFor, wantedAgain } from './deliveries.ts';
import type { DeskOptions, DeskRequest, Handler } from './desk-options.ts';
import { type Done, done } from './done.ts';
import { pathId } from './path-id.ts';
import { postForm, type Sent } from './post-form.ts';
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

type Action = (desk: DeskRequest, webhookId: Uuid, sent: Sent<'since'>) => Answer | Promise<Answer>;

/** A form on the webhook's page, which says so if the webhook was turned off meanwhile. */
function webhookAction(act: Action): Handler {
  return postForm<'since'>(
    (desk, sent) => act(desk, pathId(desk.request, 'webhookId'), sent),
    showWebhook,
    (error, { language }) => {
      if (!(error instanceof Refusal) || error.kind !== 'webhook-disabled') return undefined;
      return { fault: webhooksTexts(language)('isDisabled'), status: 409 };
    },
  );
}

export const testWebhook = webhookAction(async ({ actor, webhooks }, webhookId) => {
  await webhooks.test(actor, webhookId);
  return doneFor(webhookId, 'webhookTest');
});

export const turnOn = webhookAction(async ({ actor, webhooks }, webhookId) => {
  await webhooks.change(actor, webhookId, { enabled: true });
  return doneFor(webhookId, 'webhookOn');
});

export const turnOff = webhookAction(async ({ actor, webhooks }, webhookId) => {
  await webhooks.change(actor, webhookId, { enabled: false });
  return doneFor(webhookId, 'webhookOff');
});

export const rotate = webhookAction(async (desk, webhookId) => {
  const rotated = await desk.webhooks.rotate(desk.actor, webhookId);
  return webhookSecretPage(desk, rotated, webhooksTexts(desk.language)('rotated'));
});

export const replay = webhookAction(async (desk, webhookId, { values, again }) => {
  const since = instantIn(values.since ?? '', desk);
  if (since === undefined || since > desk.clock.now())
    return again({ faults: { since: webhooksTexts(desk.language)('sinceFault') } });
  const count = await desk.webhooks.replay(desk.actor, webhookId, since);
  return done(`${WEBHOOKS}/${webhookId}`, 'webhookReplay', { count });
});

export const resendMessages = webhookAction(async ({ actor, webhooks }, webhookId, { form }) => {
  const wanted = wantedAgain(form);
  if (wanted === 'all') await webhooks.retryFailed(actor, webhookId);
  else await webhooks.retry(actor, webhookId, wanted);
  return doneFor(webhookId, wanted === 'all' ? 'resendingAll' : 'resending');
});

export const removeWebhook = webhookAction(async ({ actor, webhooks }, webhookId) => {
  await webhooks.remove(actor, webhookId);
  return done(WEBHOOKS, 'webhookRemoved');
});

/** A day and a time as `<input type="datetime-local">` writes them, where the museum is. */
function instantIn(typed: string, { timeZone }: DeskOptions): number | undefined {
  const [, on = '', time = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d)?$/.exec(typed) ?? [];
  const day = parseCalendarDay(on);
  return day && isTimeOfDay(time) ? instantOf(localTimes(timeZone), day, time) : undefined;
}

function doneFor(webhookId: Uuid, what: Done): Answer {
  return done(`${WEBHOOKS}/${webhookId}`, what);
}
