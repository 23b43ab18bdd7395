import { catalogue, type Language, type Priced, type Words } from '../../pages/texts.ts';

/** One ticket, and what can be done with it. */
export const ticketTexts = catalogue('ticket', {
  ticket: 'Ticket',
  collected: 'The seller has collected it',
  history: 'History',
  at: 'When',
  happening: 'What',
  who: 'Who and where',
  sold: 'Sold',
  came: 'Admitted',
  tookBack: 'Admission undone',
  cameAnyway: 'Admitted anyway: {reason}',
  cameUndone: 'Admitted, then undone',
  left: 'Left',
  voided: 'Voided: {reason}',
  exchanged: 'Exchanged: {reason}',
  mailed: 'Mailed again',
  corrected: 'Address corrected',
  wasVoided: 'Voided',
  wasExchanged: 'Exchanged',
  reprint: 'Print',
  pdf: 'As PDF',
  admit: 'Admit',
  override: 'Admit anyway',
  overrideHint: 'It is recorded with your name.',
  undo: 'Undo admission',
  makeVoid: 'Void ticket',
  voidMeans: 'The ticket no longer admits anyone, and its place goes back on sale at once.',
  voidMeansOver: 'The ticket no longer admits anyone and can’t be exchanged.',
  reason: 'Reason',
  reasonOptional: 'Optional.',
  reasonFault: 'Enter a reason of at most {most} characters.',
  force: 'Void it although it has been used',
  exchange: 'Exchange',
  exchangeMeans:
    'This ticket becomes void and a new one is sold in its place. If the new one can’t be sold, nothing changes.',
  exchangeFor: 'Exchange for',
  exchangeFault: 'Choose what to exchange the ticket for.',
  difference: 'Difference',
  differenceHint: 'How it is paid or refunded, where the prices differ.',
  differenceFault: 'Choose how the difference is paid or refunded.',
  noMoney: 'Not paid and not refunded',
  payMore: 'To pay: {price}',
  giveBack: 'To refund: {price}',
  replaces: 'Replaces another ticket',
  replacedBy: 'Exchanged for another ticket',
  notAdmitted: 'Not admitted: {why}',
  whyVoid: 'the ticket is void.',
  whyCancelled: 'its event is cancelled.',
  whyClosed: 'the museum is closed on that day.',
  whyDay: 'it is for {day}.',
  whyEarly: 'it is for {time}.',
  whyLate: 'it was for {time}.',
  whyAgain: 'it has already been used to come in.',
  whyOther: 'the gate refused it.',
});

/** An exchange of one ticket for another. */
export interface Exchanged {
  readonly old: Required<Priced>;
  readonly made: Required<Priced>;
  /** What it costs, in hundredths; below zero: what goes back. */
  readonly more: number;
}

/** What is given back and paid for an exchange, if anything: the difference, or both prices when their currencies differ. */
export function settlementInWords(
  language: Language,
  words: Words,
  { old, made, more }: Exchanged,
): string[] {
  const say = ticketTexts(language);
  const [back, pay] =
    old.currency === made.currency
      ? [Math.max(-more, 0), Math.max(more, 0)]
      : [old.priceCents, made.priceCents];
  return [
    ...(back > 0 ? [say('giveBack', { price: words.money(back, old.currency) })] : []),
    ...(pay > 0 ? [say('payMore', { price: words.money(pay, made.currency) })] : []),
  ];
}
