import type { Actor } from '../core/actor.ts';
import type { Clock } from '../core/clock.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Uuid } from '../core/uuid.ts';
import {
  changeAll,
  countDeliveries,
  countUndelivered,
  type Delivery,
  type DeliveryFilter,
  type DeliveryState,
  findDeliveries,
  findDelivery,
  sendAgain,
  sendSomeFailedAgain,
} from '../deliveries/index.ts';
import type { MuseumDays } from '../hours/index.ts';
import { record } from '../journal/index.ts';
import type { Queries, Store, Transaction } from '../store/index.ts';
import { occasionNow, withSiblings } from './mail-channel.ts';
import { CHANNEL, type MailContent, RECEIVER } from './mail-kind.ts';
import type { MailWriter, Occasion, WrittenMail } from './mail-writer.ts';
import type { NotSent } from './not-sent.ts';
import type { OrderOccasion } from './order-mails.ts';

/**
 * The actions and queries for mail. Each throws Refusal forbidden; those for one mail throw delivery-not-found.
 */

const READ_AT_ONCE = 1_000;

/** The newest first. */
export function listMails(
  queries: Queries,
  actor: Actor,
  filter: Pick<DeliveryFilter, 'state' | 'before' | 'limit'>,
): Promise<Delivery[]> {
  requirePermission(actor, 'manage-mail');
  return findDeliveries(queries, { ...filter, channel: CHANNEL, receiver: RECEIVER });
}

/** How many mails are in each state. */
export function countMails(queries: Queries, actor: Actor): Promise<Record<DeliveryState, number>> {
  requirePermission(actor, 'manage-mail');
  return countDeliveries(queries, CHANNEL, RECEIVER);
}

/** The mails that were planned about any of those tickets and orders, in the order of their ids. */
export async function findMailsAbout(
  queries: Queries,
  numbers: ReadonlySet<number>,
  orderIds: ReadonlySet<Uuid>,
): Promise<Delivery[]> {
  const found: Delivery[] = [];
  const filter = { channel: CHANNEL, receiver: RECEIVER, limit: READ_AT_ONCE };
  let page = await findDeliveries(queries, filter);
  while (page.length > 0) {
    const isAbout = ({ numbers: told, order }: MailContent) =>
      told.some((number) => numbers.has(number)) || (order !== undefined && orderIds.has(order.orderId));
    found.push(...page.filter(({ content }) => isAbout(JSON.parse(content) as MailContent)));
    page = await findDeliveries(queries, { ...filter, before: (page.at(-1) as Delivery).deliveryId });
  }
  return found.reverse();
}

/** How many wait, and how many have failed. */
export function countUndeliveredMails(
  queries: Queries,
  actor: Actor,
): Promise<{ readonly waiting: number; readonly failed: number }> {
  requirePermission(actor, 'manage-mail');
  return countUndelivered(queries, CHANNEL, RECEIVER);
}

export async function getMail(queries: Queries, actor: Actor, deliveryId: Uuid): Promise<Delivery> {
  requirePermission(actor, 'manage-mail');
  const delivery = await findDelivery(queries, deliveryId);
  if (delivery?.channel === CHANNEL) return delivery;
  throw new Refusal('delivery-not-found', { deliveryId });
}

/**
 * Sends the mail again now, whatever its state. It is dropped if it no longer holds, or its content was mailed already.
 */
export async function retryMail(store: Store, actor: Actor, deliveryId: Uuid, now: number): Promise<void> {
  await store.transaction(async (tx) => {
    await getMail(tx, actor, deliveryId);
    await sendAgain(tx, deliveryId, now);
    await record({ tx, actor, now }, { kind: 'mail.retried', subject: deliveryId, details: {} });
  });
}

/** Sends all that have failed again. @returns how many. */
export async function retryFailedMails(store: Store, actor: Actor, now: number): Promise<number> {
  requirePermission(actor, 'manage-mail');
  const retrySome = async (tx: Transaction) => {
    const mails = await sendSomeFailedAgain(tx, CHANNEL, RECEIVER, now);
    if (mails > 0)
      await record({ tx, actor, now }, { kind: 'mail.retried', subject: CHANNEL, details: { mails } });
    return mails;
  };
  return changeAll(() => store.transaction(retrySome));
}

export interface MailRoom {
  readonly queries: Queries;
  readonly clock: Clock;
  readonly days: MuseumDays;
  readonly writer: MailWriter;
}

/** The mail as it would be sent now, or why it would not be. */
export async function previewMail(
  { queries, clock, days, writer }: MailRoom,
  actor: Actor,
  deliveryId: Uuid,
): Promise<WrittenMail | NotSent> {
  const { content: text } = await getMail(queries, actor, deliveryId);
  const content = await withSiblings(queries, JSON.parse(text) as MailContent);
  const occasion = await occasionNow(queries, content, await days.current());
  return typeof occasion === 'string' ? occasion : writer.write(withoutCode(occasion), clock.now());
}

/** Who looks at a mail can't pay with the gift voucher in it: the page of its order shows the code, and the journal says to whom. */
function withoutCode(occasion: Occasion | OrderOccasion): Occasion | OrderOccasion {
  if ('tickets' in occasion || occasion.gift === undefined) return occasion;
  return { ...occasion, gift: { ...occasion.gift, encryptedCode: null } };
}
