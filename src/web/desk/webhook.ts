import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseCalendarDay } from '../../core/calendar-day.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Uuid } from '../../core/uuid.ts';
import { instantOf, localTimes } from '../../core/zoned-time.ts';
import { type Answer, send } from '../../http/answer.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { formOf, seeOther } from '../../http/sessions.ts';
import type { Submitted } from '../../pages/forms.ts';
import { type Asked, askedFor, NEWEST, wantedAgain } from './deliveries.ts';
import { deliveriesTexts } from './deliveries-texts.ts';
import type { DeskOptions } from './desk-options.ts';
import { type Clerk, clerkOf } from './desk-page.ts';
import { pathId } from './path-id.ts';
import { secretPage, WEBHOOKS, webhookPage } from './webhook-page.ts';
import { webhooksTexts } from './webhooks-texts.ts';

type Action = (clerk: Clerk, desk: DeskOptions, webhookId: Uuid, form: URLSearchParams) => Promise<Answer>;

/** A webhook's page, with what it was told, and what is done from there. */
export function routeWebhook(app: FastifyInstance, desk: DeskOptions): void {
  app.get(`${WEBHOOKS}/:webhookId`, async (request, reply) => {
    const clerk = clerkOf(request, desk);
    const message = doneOf(clerk, request.query as Record<string, string>);
    send(
      request,
      reply,
      await show(clerk, desk, pathId(request, 'webhookId'), { asked: askedFor(request), message }),
    );
  });
  for (const [name, action] of Object.entries(ACTIONS)) {
    app.post(`${WEBHOOKS}/:webhookId/${name}`, async (request, reply) =>
      send(request, reply, await orRefused(request, desk, action)),
    );
  }
}

const ACTIONS: Readonly<Record<string, Action>> = {
  test: async ({ actor }, { webhooks }, webhookId) => {
    await webhooks.test(actor, webhookId);
    return done(webhookId, 'test');
  },
  'turn-on': async ({ actor }, { webhooks }, webhookId) => {
    await webhooks.change(actor, webhookId, { enabled: true });
    return done(webhookId, 'on');
  },
  'turn-off': async ({ actor }, { webhooks }, webhookId) => {
    await webhooks.change(actor, webhookId, { enabled: false });
    return done(webhookId, 'off');
  },
  rotate: async (clerk, desk, webhookId) => {
    const rotated = await desk.webhooks.rotate(clerk.actor, webhookId);
    return secretPage(clerk, desk, rotated, webhooksTexts(clerk.language)('rotated'));
  },
  replay,
  retry: async ({ actor }, { webhooks }, webhookId, form) => {
    const wanted = wantedAgain(form);
    if (wanted === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
    if (wanted === 'all') await webhooks.retryFailed(actor, webhookId);
    else await webhooks.retry(actor, webhookId, wanted);
    return done(webhookId, wanted === 'all' ? 'all-again' : 'again');
  },
  remove: async ({ actor }, { webhooks }, webhookId) => {
    await webhooks.remove(actor, webhookId);
    return seeOther(`${WEBHOOKS}?done=removed`);
  },
};

async function replay(clerk: Clerk, desk: DeskOptions, webhookId: Uuid, form: URLSearchParams) {
  const typed = form.get('since') ?? '';
  const since = instantIn(typed, desk);
  if (since === undefined || since > desk.clock.now()) {
    const faults = { since: webhooksTexts(clerk.language)('sinceFault') };
    const submitted = { values: { since: typed }, faults };
    return show(clerk, desk, webhookId, { asked: NEWEST, submitted }, 400);
  }
  const count = await desk.webhooks.replay(clerk.actor, webhookId, since);
  return done(webhookId, `replay&count=${count}`);
}

/** A day and a time as `<input type="datetime-local">` writes them, where the museum is. */
function instantIn(typed: string, { timeZone }: DeskOptions): number | undefined {
  const [, on = '', time = ''] =
    /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d)(?::\d\d)?$/.exec(typed) ?? [];
  const day = parseCalendarDay(on);
  return day && instantOf(localTimes(timeZone), day, time);
}

function done(webhookId: Uuid, what: string): Answer {
  return seeOther(`${WEBHOOKS}/${webhookId}?done=${what}`);
}

function doneOf({ language }: Clerk, { done: what, count }: Record<string, string>): string | undefined {
  const say = webhooksTexts(language);
  switch (what) {
    case 'already':
      return say('alreadyAdded');
    case 'saved':
      return say('doneSaved');
    case 'test':
      return say('doneTest');
    case 'on':
      return say('doneOn');
    case 'off':
      return say('doneOff');
    case 'again':
      return deliveriesTexts(language)('doneAgain');
    case 'all-again':
      return deliveriesTexts(language)('doneAllAgain');
    case 'replay':
      return /^\d{1,9}$/.test(count ?? '') ? say('doneReplay', { count: Number(count) }) : undefined;
    default:
      return undefined;
  }
}

interface Parts {
  readonly asked: Asked;
  readonly message?: string | undefined;
  readonly submitted?: Submitted<'since'>;
}

async function show(
  clerk: Clerk,
  desk: DeskOptions,
  webhookId: Uuid,
  { asked, ...parts }: Parts,
  status = 200,
): Promise<Answer> {
  const { actor } = clerk;
  const [webhook, undelivered, found] = await Promise.all([
    desk.webhooks.get(actor, webhookId),
    desk.webhooks.countUndelivered(actor, webhookId),
    desk.webhooks.deliveries(actor, webhookId, asked),
  ]);
  return webhookPage(clerk, desk, { webhook, undelivered, asked, found, ...parts }, status);
}

/** Runs the action, and shows on the webhook's page if it was disabled meanwhile. */
async function orRefused(request: FastifyRequest, desk: DeskOptions, action: Action): Promise<Answer> {
  const clerk = clerkOf(request, desk);
  const webhookId = pathId(request, 'webhookId');
  try {
    return await action(clerk, desk, webhookId, formOf(request));
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'webhook-disabled') throw error;
    const fault = webhooksTexts(clerk.language)('isDisabled');
    return show(clerk, desk, webhookId, { asked: NEWEST, submitted: { fault } }, 409);
  }
}
