import type { Refunding } from '../called-off/index.ts';
import { catalogue } from '../core/texts.ts';
import type { Good } from '../orders/index.ts';
import type { MailKind } from './mail-kind.ts';
import type { OrderOccasion } from './order-mails.ts';

/**
 * What mail says. Values are one line of plain text each; `{title}` is the event's name, or what general entry is
 * called.
 */
export const visitorMailTexts = catalogue('visitorMail', {
  'ticket.subject': { one: 'Your ticket: {title}, {date}', other: 'Your tickets: {title}, {date}' },
  /** For several events, days or times. */
  'tickets.subject': 'Your tickets: {order}',
  'ticket.heading': { one: 'Your ticket', other: 'Your {count} tickets' },
  show: {
    one: 'Show the code at the entrance, on paper or on your phone.',
    other: 'Show the code of each ticket at the entrance, on paper or on your phone.',
  },
  /** A link to the page of the order. */
  page: 'See your order online',
  order: 'Order',
  receipt: 'Receipt for order',
  soldOn: 'Date of purchase',
  /** Labels of what is bought beside tickets, and of what was given back of it. */
  extra: 'Article',
  donation: 'Donation',
  pass: 'Pass',
  articleBack: 'Given back',
  total: 'Total',
  /** The label of value added tax at one rate, and its value. */
  vat: 'VAT {rate} included',
  vatOf: '{tax} (net {net})',
  /** The label of why there is no value added tax. */
  noVat: 'VAT',
  givenBack: 'No longer valid',
  payment: 'Payment',
  issuer: 'Issued by',
  'exchanged.subject': {
    one: 'Your new ticket: {title}, {date}',
    other: 'Your new tickets: {title}, {date}',
  },
  /** For several events, days or times. */
  'exchanged-several.subject': 'Your new tickets: {order}',
  'exchanged.heading': { one: 'Your new ticket', other: 'Your {count} new tickets' },
  'exchanged.text': {
    one: 'It replaces your ticket {replaced}, which is no longer valid.',
    other: 'They replace your tickets {replaced}, which are no longer valid.',
  },
  'exchanged.from': 'Moved from {movedFrom}.',
  'reissued.subject': {
    one: 'New code for your ticket: {title}, {date}',
    other: 'New codes for your tickets from {museum}',
  },
  'reissued.heading': { one: 'Your ticket has a new code', other: 'Your tickets have new codes' },
  'reissued.text': {
    one: 'For security, we have replaced the code of your ticket. The old code no longer admits you: please throw the old ticket away and bring this one. Nothing else has changed.',
    other:
      'For security, we have replaced the codes of your tickets. The old codes no longer admit you: please throw the old tickets away and bring these. Nothing else has changed.',
  },
  'moved.subject': 'New location: {title}, {date}',
  'moved.heading': 'Your event has a new location',
  'moved.text': '{title} on {date} now takes place here: {place}. Previously: {placeBefore}.',
  'moved.stillValid': { one: 'Your ticket remains valid.', other: 'Your tickets remain valid.' },
  'postponed.subject': 'Postponed to {date}: {title}',
  'postponed.heading': 'Your event has been postponed',
  'postponed.text': {
    one: '{title} takes place on {date} instead of {dateBefore}. Your ticket is valid on the new date, and the code that you have admits you then. We apologise for the inconvenience.',
    other:
      '{title} takes place on {date} instead of {dateBefore}. Your tickets are valid on the new date, and the codes that you have admit you then. We apologise for the inconvenience.',
  },
  'postponed.help':
    'If you can’t come then, you can get your money back until the new date: please contact us or the seller of your ticket.',
  'restored.subject': 'Valid again: {title}, {date}',
  'restored.heading': { one: 'Your ticket is valid again', other: 'Your tickets are valid again' },
  'restored.text': {
    one: 'We wrote to you that your ticket for {title} on {date} was no longer valid. This has changed, and your ticket is valid again. We apologise for the confusion.',
    other:
      'We wrote to you that your tickets for {title} on {date} were no longer valid. This has changed, and your tickets are valid again. We apologise for the confusion.',
  },
  'day-lost.subject': 'No longer on {date}: {title}',
  'day-lost.heading': 'Your event no longer takes place on that day',
  'day-lost.text': {
    one: '{title} will not take place on {date}. Your ticket is no longer valid. We apologise for the inconvenience.',
    other:
      '{title} will not take place on {date}. Your tickets are no longer valid. We apologise for the inconvenience.',
  },
  /** Instead of the next text, when a payment provider took the money. */
  paysBack:
    'You do not need to do anything: what you paid for these tickets goes back the way you paid. This may take a few days.',
  /** Where they may come on another day instead. */
  chooses:
    'To come on another day, or to get your money back, see the page of your order, or contact us. If you choose neither, what you paid goes back the way you paid, 14 days after {date}.',
  help: 'To come on another day, or for a refund, please contact us or the seller of your ticket.',
  'cancelled.subject': 'Cancelled: {title}, {date}',
  'cancelled.heading': 'Your event has been cancelled',
  'cancelled.text': {
    one: '{title} on {date} has been cancelled. Your ticket is no longer valid. We apologise for the inconvenience.',
    other:
      '{title} on {date} has been cancelled. Your tickets are no longer valid. We apologise for the inconvenience.',
  },
  'closed.subject': 'Museum closed on {date}',
  'closed.heading': 'The museum will be closed on the day of your visit',
  'closed.text':
    'The museum will be closed on {date}, so your visit on that day does not take place. We apologise for the inconvenience.',
  /** For several days. */
  'closed.days':
    'The museum will be closed on {date}, so your visits on these days do not take place. We apologise for the inconvenience.',
  reason: 'Reason: {reason}',
  'void.subject': 'Your ticket has been cancelled: {title}, {date}',
  'void.heading': 'Your ticket has been cancelled',
  'void.text': 'Your ticket {codes} for {title} on {date} has been cancelled and is no longer valid.',
  'void.help': 'If you did not ask for this, please contact us or the seller of your ticket.',
  'order-void.subject': 'Your order has been cancelled: {order}',
  'order-void.heading': 'Your order has been cancelled',
  'order-void.text': 'Your order {order} has been cancelled. Its tickets are no longer valid.',
  'returned.subject': { one: 'Ticket given back: {order}', other: 'Tickets given back: {order}' },
  'returned.heading': { one: 'You have given a ticket back', other: 'You have given tickets back' },
  'returned.text': {
    one: 'Your ticket {codes} is no longer valid.',
    other: 'Your tickets {codes} are no longer valid.',
  },
  'returned.toGifts':
    '{toGifts} goes back to the gift vouchers that you paid with, whose codes are valid as before.',
  'returned.byMuseum':
    'You paid {byMuseum} at the museum, so the museum pays it back: give the code {order} at the desk.',
  'confirm.subject': 'Please confirm your order: {order}',
  'confirm.heading': 'Please confirm your order',
  'confirm.text':
    'Open the link below and press Confirm: then we send you your tickets. They are kept for you until {until}. If you did not order anything, you need not do anything.',
  'confirm.link': 'Confirm your order',
  'reserved.subject': 'Your reservation: {order}',
  'reserved.heading': 'Your places are reserved',
  'reserved.text':
    'Please give the code {order} at the ticket desk of the museum and pay there. Your places are kept until {until}.',
  'released.subject': 'Your order has been cancelled: {order}',
  'released.heading': 'Your order has been cancelled',
  'released.expiry': 'It was not paid in time, so its places are no longer kept for you.',
  /** After the previous text, when a payment was begun online. */
  'released.late':
    'If your payment still arrives, you will get your tickets by e-mail, or your money back if the places are gone.',
  'released.buyer': 'You have cancelled it, and do not need to pay anything.',
  'released.seller': 'The museum has cancelled it. If you did not ask for this, please contact us.',
  'released.event':
    'What you ordered does not take place on that day. We apologise for the inconvenience. You do not need to pay anything.',
  'refund-due.subject': 'You will get {amount} back: {order}',
  'refund-due.heading': 'You will get your money back',
  /** Why money goes back. */
  'because.late': 'Your payment arrived when the places of your order were no longer free.',
  'because.cancelled': 'Your payment arrived after you had cancelled your order.',
  'because.paid-twice': 'You have paid for your order twice.',
  'because.changed': 'Your payment was not for the amount that your order costs.',
  'refund-due.text': '{amount} will be paid back the way you paid. This may take a few days.',
  'refund-paid.subject': 'Paid back: {amount}, {order}',
  'refund-paid.heading': 'Your money has been paid back',
  'refund-paid.text':
    '{amount} has been paid back the way you paid. It may take a few days until you see it in your account.',
  'bought.subject': 'Your order: {order}',
  'bought.heading': 'Thank you for your order',
  'bought.extra':
    'Give the code {order} at the ticket desk of the museum: there you get what you have not been handed yet.',
  'bought.donation': 'Thank you for your donation.',
  'bought.pass': 'Show the code of your pass at the entrance of the museum.',
  'bought.gift': 'Each gift voucher was mailed to the address that you gave for it.',
  'gift.subject': 'Your gift voucher: {museum}',
  'gift.heading': 'Your gift voucher',
  'gift.text':
    'This gift voucher is worth {amount}. Whoever has its code can pay with it, at the ticket desk and in the online shop: so pass it on to nobody but the person it is for. The attached file is made to be printed.',
  'gift.code': 'Code',
  'gift.validTo': 'Valid to',
  'gift.message': 'Message',
  'withdrawn.subject': 'Your withdrawal: {order}',
  'withdrawn.heading': 'We have received your withdrawal',
  'withdrawn.text':
    'On {at} you have withdrawn from the contract about what you see below as given back, from your order {order}.',
  'taken-back.subject': 'Given back from your order: {order}',
  'taken-back.heading': 'Something from your order was given back',
  'taken-back.text':
    'Below you see what was given back, and what is left of your order. If you did not ask for this, please contact us or the seller.',
  picture: 'Your ticket with its QR code. Confirmation code: {code}',
  footer:
    'You are receiving this e-mail because this address was given when a ticket for {museum} was bought. It was sent automatically.',
  /** In mails about orders without tickets. */
  footerOfOrder:
    'You are receiving this e-mail because this address was given for an order at {museum}. It was sent automatically.',
  'test.subject': 'Test e-mail from {museum}',
  'test.body': 'This is a test. If you can read it, e-mail from the museum is being delivered.',
});

type TextName = keyof typeof visitorMailTexts.texts.en;

/** The paragraphs of each mail about tickets. */
const PARAGRAPHS = {
  ticket: ['show'],
  exchanged: ['exchanged.from', 'exchanged.text', 'show'],
  reissued: ['reissued.text', 'show'],
  moved: ['moved.text', 'moved.stillValid'],
  restored: ['restored.text', 'show'],
  postponed: ['postponed.text', 'reason', 'postponed.help', 'show'],
  'day-lost': ['day-lost.text', 'reason', 'help'],
  cancelled: ['cancelled.text', 'reason', 'help'],
  closed: ['closed.text', 'reason', 'help'],
} as const satisfies Readonly<Record<Exclude<MailKind, 'void'>, readonly TextName[]>>;

/** The subjects of mails about tickets for several events, days or times. */
const SEVERAL = {
  ticket: 'tickets.subject',
  exchanged: 'exchanged-several.subject',
} as const satisfies { readonly [Kind in MailKind]?: TextName };

/** What holders who paid online can do about what was called off. */
const HELP = { 'at-once': 'paysBack', choose: 'chooses' } as const satisfies Record<Refunding, TextName>;

/** What a mail about tickets says besides what happened. */
export interface Circumstances {
  /** Whether they are for several events, days or times. */
  readonly isSeveral: boolean;
  /** Whether they are for several days. */
  readonly isOnSeveralDays: boolean;
  /** Whether all tickets of their order are void. */
  readonly isOrderVoid: boolean;
  /** How what a payment provider took goes back by itself, for what was called off; undefined: it does not. */
  readonly goesBack: Refunding | undefined;
  /** Whether money for what became void goes back through the provider. */
  readonly isOwed: boolean;
  /** Whether their buyer gave the tickets back. */
  readonly isReturned: boolean;
  /** Whether the museum pays money back for that. */
  readonly isOwedByMuseum: boolean;
  /** Whether money goes back to gift vouchers for that. */
  readonly isBackOnGifts: boolean;
  /** Whether the museum says why they were called off. */
  readonly hasReason: boolean;
  /** Whether they were exchanged for tickets for another day. */
  readonly isMoved: boolean;
}

/** The names of the texts of a mail about tickets. */
export function wordingOf(
  kind: MailKind,
  {
    isSeveral,
    isOnSeveralDays,
    isOrderVoid,
    goesBack,
    isOwed,
    isReturned,
    isOwedByMuseum,
    isBackOnGifts,
    hasReason,
    isMoved,
  }: Circumstances,
) {
  if (kind === 'void') {
    const what = isOrderVoid ? 'order-void' : isReturned ? 'returned' : 'void';
    return {
      subject: `${what}.subject` as const,
      heading: `${what}.heading` as const,
      paragraphs: [
        `${what}.text` as const,
        ...(isBackOnGifts ? ['returned.toGifts' as const] : []),
        ...(isOwed ? ['refund-due.text' as const] : []),
        ...(isOwedByMuseum ? ['returned.byMuseum' as const] : []),
        'void.help' as const,
      ],
    };
  }
  return {
    subject:
      isSeveral && (kind === 'ticket' || kind === 'exchanged') ? SEVERAL[kind] : (`${kind}.subject` as const),
    heading: `${kind}.heading` as const,
    paragraphs: PARAGRAPHS[kind].flatMap((key) => {
      if ((key === 'reason' && !hasReason) || (key === 'exchanged.from' && !isMoved)) return [];
      if (key === 'closed.text' && isOnSeveralDays) return 'closed.days' as const;
      return key === 'help' && goesBack !== undefined ? HELP[goesBack] : key;
    }),
  };
}

/** The paragraphs of a mail about an order without tickets. */
export function paragraphsAbout({ kind, order, moneyBack, withdrawn }: OrderOccasion) {
  const { releasedBy, heldFor, goods } = order;
  if (kind === 'refund-due' && moneyBack?.reason !== undefined)
    return [`because.${moneyBack.reason}`, 'refund-due.text'] as const;
  if (kind === 'bought') return [...new Set(goods.map((good) => `bought.${kindOf(good)}` as const))];
  if (kind === 'taken-back')
    return ['taken-back.text' as const, ...(moneyBack === undefined ? [] : ['refund-due.text' as const])];
  if (withdrawn !== undefined) {
    const { toGifts = 0, online, byMuseum } = withdrawn;
    return [
      'withdrawn.text' as const,
      ...(toGifts > 0 ? ['returned.toGifts' as const] : []),
      ...(online > 0 ? ['refund-due.text' as const] : []),
      ...(byMuseum > 0 ? ['returned.byMuseum' as const] : []),
    ];
  }
  if (kind !== 'released') return [`${kind}.text`] as const;
  if (releasedBy !== 'expiry') return [`released.${releasedBy ?? 'seller'}`] as const;
  return ['released.expiry' as const, ...(heldFor === 'provider' ? ['released.late' as const] : [])];
}

function kindOf(good: Good): 'extra' | 'donation' | 'gift' | 'pass' {
  return good.kind === 'article' ? good.is : good.kind;
}
