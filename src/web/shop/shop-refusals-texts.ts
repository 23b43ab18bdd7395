import { catalogue } from '../../pages/texts.ts';

/** Why something can't be bought, changed or shown, and what to do. */
export const shopRefusalsTexts = catalogue('shopRefusals', {
  soldOut: 'There are not enough places left for {day}. Choose fewer tickets or another day.',
  soldOutEvent:
    'There are not enough places left for {event} on {day}. Choose fewer tickets or another date.',
  soldOutTime: 'There are not enough places left at {time}. Choose fewer tickets or another time.',
  museumClosed: 'The museum is closed on {day}. Choose another day.',
  museumClosedFor: 'The museum is closed on {day}. Choose another day. Reason: {reason}',
  datePast: '{day} is over. Choose another day.',
  notEventDay: '{event} does not take place on {day}. Choose another date.',
  eventGone: 'This event has been cancelled. Choose something else.',
  tooFarAhead: 'Tickets are on sale until {day}. Choose an earlier day.',
  categoryNotSold: '{category} is not on sale for this any more. Choose other tickets.',
  pricesChanged: 'The prices have changed. Check your choice, then press Continue again.',
  articleNotSold: '{name} is not on sale any more. Leave it out, then press Continue again.',
  articleWithTicket:
    '{name} is sold only together with a ticket for something else. Leave it out, or choose such a ticket.',
  timeNeeded: 'Choose an entry time.',
  timeGone: '{time} can’t be booked any more. Choose another time.',
  heldWithEmail:
    'There are three orders with this e-mail address already that are not paid or not used yet. Pay or cancel one of them first.',
  givenBackWithEmail:
    'Several orders with this e-mail address were cancelled or not paid within the last hour. Try again in an hour.',
  heldFromNetwork: 'Many people are ordering from your network. Try again in some minutes.',
  unpaidFromNetwork:
    'As many places as one network may keep without paying are kept from yours. What was cancelled or not paid in time counts for an hour more. Choose fewer tickets, or try again in an hour.',
  reservedFromNetwork:
    'As many places as one network may reserve are reserved from yours. The rest is sold at the museum.',
  freeFromNetwork:
    'As many free tickets as one network may have were given to yours. Try again later, or ask at the museum.',
  reservedLeft: {
    one: 'One more place can be reserved here from your network. For more, please ask at the museum.',
    other: '{count} more places can be reserved here from your network. For more, please ask at the museum.',
  },
  freeLeft: {
    one: 'One more free place can be had here from your network. For more, please ask at the museum.',
    other: '{count} more free places can be had here from your network. For more, please ask at the museum.',
  },
  heldForPayment: 'Others are paying for places at this moment. Try again in some minutes.',
  heldForDesk: 'No more places can be reserved here. The rest is sold at the museum.',
  unconfirmed: 'Open the link in the e-mail that we sent you, and press Confirm there.',
  confirmedLate: 'The order was not confirmed in time, and its places are on sale again. Choose new tickets.',
  holdExpired: 'The time to pay is over, and the places have been sold meanwhile. Choose other tickets.',
  orderCancelled: 'This order has been cancelled. Choose new tickets.',
  orderSold: 'This order is paid already.',
  tooLate: 'These tickets can’t be given back here any more. Please ask the museum.',
  tooFast: 'Too many requests come from your network, or for this order. Try again in a minute.',
  codeInvalid: 'This code is not valid. Correct it, or leave it out.',
  codeUsedUp: 'This code is used up. Leave it out to go on without it.',
  codeNeeded: 'This is sold only with a code. Open the link that came with it.',
  codeNotHere: 'This code is not taken here. Leave it out to go on without it.',
  codeForOthers: 'This code is for other tickets. Leave it out to go on without it.',
  codeForOtherDays: 'This code is for other days. Choose another day, or leave it out.',
  codeForOtherTimes: 'This code is for other entry times. Choose another time, or leave it out.',
  codeTooMany: 'Too many wrong codes came from your network. Try again in 15 minutes.',
  giftNotFound: 'There is no gift voucher with this code. Correct it, or leave it out.',
  giftAmount: 'A gift voucher is worth {least} to {most}. Enter such an amount.',
  giftForGift: 'A gift voucher can’t pay for gift vouchers. Pay in another way.',
  giftExpired: 'This gift voucher was valid to {day}. Pay in another way.',
  giftOtherCurrency: 'This gift voucher is in {currency}. Pay in another way.',
  giftUsedUp: 'Nothing is left of this gift voucher. Pay in another way.',
  giftTooLow:
    'Nothing was paid, because less is left of the gift vouchers by now. Look at what is still to be paid below.',
  busy: 'Many people are buying at this moment. Try again in a few seconds.',
  unavailable: 'Nothing was bought, because the shop is not available. Try again in a few minutes.',
  unreadable:
    'Nothing was bought, because your browser sent something that can’t be read. Open the page again.',
  internal: 'Nothing was bought, because of a fault of ours. Try again in a few minutes, or ask the museum.',
});
