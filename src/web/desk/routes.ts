import type { Permission } from '../../core/roles.ts';
import { permanentRedirect } from '../../http/answer.ts';
import { PICTURE_LIMITS } from '../../pictures/index.ts';
import * as accounts from './accounts.ts';
import { showMonth } from './calendar/calendar.ts';
import { saveDayTimes, saveHours, savePlaces, showDay } from './calendar/calendar-day.ts';
import { saveClosing, showClosing } from './calendar/closing.ts';
import { saveCount, saveFloat, saveMovement, showCashUp } from './cash-up.ts';
import { CASH_UP } from './cash-up-parts.ts';
import { CODES, changeCodeSet, downloadCodes, showCodeSet, showCodes } from './codes.ts';
import { makeCodes, showNewCodes } from './codes-form.ts';
import { count, showCount, showCounted, uncount } from './count-visitors.ts';
import type { Handler } from './desk-options.ts';
import { SETTINGS_PAGE } from './desk-page.ts';
import { askToCancel, cancel } from './events/cancel-event.ts';
import { saveDateTimes, showDateTimes } from './events/date-times.ts';
import { saveEntry, showEntry } from './events/entry.ts';
import { announce, edit, showEventToEdit, showNewEvent } from './events/event-form.ts';
import { showEvent } from './events/event-page.ts';
import { showEvents } from './events/events.ts';
import { downloadHolders, payBackHolders, showHolders } from './events/holders.ts';
import { postponeDate, showPostpone } from './events/postpone-event.ts';
import { changeVisibility } from './events/visibility.ts';
import { exchange, showExchange } from './exchange.ts';
import { FIRST_STEPS_AT, makeTrial, putStepAside, showTrial } from './first-steps.ts';
import { searchGift, showGiftSearch } from './gifts.ts';
import { showJournal } from './journal.ts';
import { COUNT, GIFTS } from './links.ts';
import { resendMail, showMail, showMails, testMail } from './mail.ts';
import { actOnRefund, ONLINE_PAYMENTS, showOnlinePayments } from './online-payments.ts';
import * as order from './order.ts';
import { markOwedPaid, payBackKept, payOrder, release, showOrder, undoSale } from './order.ts';
import {
  admitChosen,
  mailChosen,
  printChosen,
  showAdmitChosen,
  showMailChosen,
  showVoidChosen,
  voidChosen,
} from './order-chosen.ts';
import { changeGift, showGiftsPdf } from './order-gifts-forms.ts';
import { handOutGoods, returnGoods } from './order-goods-forms.ts';
import { moveChosen, showMoveChosen } from './order-move.ts';
import { OVERVIEW_REPORT, showOverview } from './overview-report.ts';
import { changePassword, endOtherSessions, showOwnSessions } from './own-sessions.ts';
import { eventPicture, museumLogo, museumPicture, showPictureFile } from './pictures.ts';
import { showPdf, showPicture, showPrint } from './print.ts';
import { downloadReport, showReport } from './reports.ts';
import { changeSecondFactor, SECOND_FACTOR, setSecondFactor, showSecondFactor } from './second-factor.ts';
import { sell, showSale } from './sell.ts';
import { saveArticle, showArticle } from './settings/article.ts';
import { ARTICLE, ARTICLES, showArticles, sortArticles } from './settings/articles.ts';
import { CARD_NUMBERS, saveCard, saveNumbers, showCard } from './settings/card.ts';
import { CARD, CARD_VISITS, CARDS, removeCard, settleVisit, showCards } from './settings/cards.ts';
import { saveDayPrices, showDayPrices } from './settings/day-prices.ts';
import { SETTINGS_FORMS } from './settings/forms.ts';
import {
  saveGeneralPlaces,
  saveGeneralTimes,
  showGeneralPlaces,
  showGeneralTimes,
} from './settings/general-entry.ts';
import { OWN_TEXTS, saveOwnText, showOwnText } from './settings/own-text.ts';
import { savePriceList, showPriceList } from './settings/price-list.ts';
import { savePriceRule, showPriceRule } from './settings/price-rule.ts';
import { showPriceRules, sortPriceRules } from './settings/price-rules.ts';
import { eraseData, exportData, PRIVACY, PRIVACY_FORM } from './settings/privacy.ts';
import { showSettings } from './settings/settings.ts';
import { SHOP_STATE, saveShop, showShop } from './settings/shop-state.ts';
import { saveUsualWeek, showUsualWeek } from './settings/usual-week.ts';
import * as ticket from './ticket.ts';
import { admit, makeVoid, override, showTicket, undo } from './ticket.ts';
import { searchTickets, showTickets } from './tickets.ts';
import { showToday } from './today.ts';
import * as webhook from './webhook.ts';
import { addWebhook, editWebhook, showNewWebhook, showWebhooks, showWebhookToEdit } from './webhooks.ts';

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** `signed-in`: for everybody who has signed in. */
  readonly permission: Permission | 'signed-in';
  readonly handler: Handler;
  /** The longest form that it takes, in bytes; left out: as everywhere. */
  readonly bodyLimit?: number;
}

const page = (url: string, permission: Route['permission'], handler: Handler): Route => ({
  ...{ method: 'GET', url, permission, handler },
});

const form = (url: string, permission: Route['permission'], handler: Handler, limits = {}): Route => ({
  ...{ method: 'POST', url, permission, handler, ...limits },
});

/** Where a page was before: bookmarks lead to where it is now, and so do forms of pages that are still open. */
const moved = (from: string, to: string): readonly Route[] => {
  const toIt: Handler = ({ request: { url } }) => permanentRedirect(`${to}${url.slice(from.length)}`);
  const handler = Object.assign(toIt, { fillAgain: toIt });
  return [page(from, 'signed-in', handler), form(from, 'signed-in', handler, LONG_LIST)];
};

/** An event's form holds the longest description twice, and may need many bytes for each character. */
const LONG = { bodyLimit: 256 * 1024 };
/** That of prices holds 64 categories twice, with their names in five languages. */
const LONG_LIST = { bodyLimit: 512 * 1024 };
/** The longest texts in five languages, twice. */
const LONGEST = { bodyLimit: 4 * 1024 * 1024 };

/** A picture, and what is said of it. */
const WITH_FILE = { bodyLimit: PICTURE_LIMITS.bytes + LONG.bodyLimit };

/** Every page and form of the desk, who may use it, and what answers. */
export const ROUTES: readonly Route[] = [
  page('/desk', 'signed-in', showToday),
  page('/desk/', 'signed-in', () => permanentRedirect('/desk')),

  form(`${FIRST_STEPS_AT}/:step/aside`, 'arrange-programme', putStepAside),
  page(`${FIRST_STEPS_AT}/gate`, 'arrange-programme', showTrial),
  form(`${FIRST_STEPS_AT}/gate`, 'arrange-programme', makeTrial),

  page(COUNT, 'admit-visitors', showCount),
  form(COUNT, 'admit-visitors', count),
  page(`${COUNT}/:visitId`, 'admit-visitors', showCounted),
  form(`${COUNT}/:visitId/undo`, 'admit-visitors', uncount),

  page('/desk/sell', 'sell-tickets', showSale),
  form('/desk/sell', 'sell-tickets', sell),
  page('/desk/print', 'fetch-tickets', showPrint),
  page('/desk/print.pdf', 'fetch-tickets', showPdf),

  page('/desk/tickets', 'fetch-tickets', showTickets),
  form('/desk/tickets', 'fetch-tickets', searchTickets),
  page('/desk/tickets/:ticketId', 'fetch-tickets', showTicket),
  page('/desk/tickets/:ticketId/image.png', 'fetch-tickets', showPicture),
  form('/desk/tickets/:ticketId/admit', 'admit-visitors', admit),
  form('/desk/tickets/:ticketId/override', 'override-refusals', override),
  form('/desk/tickets/:ticketId/undo', 'admit-visitors', undo),
  form('/desk/tickets/:ticketId/mail', 'mail-tickets', ticket.mailAgain),
  form('/desk/tickets/:ticketId/address', 'mail-tickets', ticket.correctAddress),
  form('/desk/tickets/:ticketId/void', 'void-tickets', makeVoid),
  page('/desk/tickets/:ticketId/exchange', 'void-tickets', showExchange),
  form('/desk/tickets/:ticketId/exchange', 'void-tickets', exchange),

  page('/desk/orders/:orderId', 'fetch-tickets', showOrder),
  form('/desk/orders/:orderId/pay', 'sell-tickets', payOrder),
  form('/desk/orders/:orderId/release', 'sell-tickets', release),
  form('/desk/orders/:orderId/mail', 'mail-tickets', order.mailAgain),
  form('/desk/orders/:orderId/address', 'mail-tickets', order.correctAddress),
  form('/desk/orders/:orderId/owed', 'void-tickets', markOwedPaid),
  form('/desk/orders/:orderId/kept', 'void-tickets', payBackKept),
  page('/desk/orders/:orderId/chosen/move', 'void-tickets', showMoveChosen),
  form('/desk/orders/:orderId/chosen/move', 'void-tickets', moveChosen),
  page('/desk/orders/:orderId/chosen/void', 'void-tickets', showVoidChosen),
  form('/desk/orders/:orderId/chosen/void', 'void-tickets', voidChosen),
  page('/desk/orders/:orderId/chosen/admit', 'admit-visitors', showAdmitChosen),
  form('/desk/orders/:orderId/chosen/admit', 'admit-visitors', admitChosen),
  page('/desk/orders/:orderId/chosen/mail', 'mail-tickets', showMailChosen),
  form('/desk/orders/:orderId/chosen/mail', 'mail-tickets', mailChosen),
  page('/desk/orders/:orderId/chosen/print', 'fetch-tickets', printChosen),
  form('/desk/orders/:orderId/hand-out', 'admit-visitors', handOutGoods),
  form('/desk/orders/:orderId/articles', 'void-tickets', returnGoods),
  form('/desk/orders/:orderId/undo', 'void-tickets', undoSale),
  form('/desk/orders/:orderId/gifts', 'manage-museum', changeGift),
  page('/desk/orders/:orderId/gifts.pdf', 'sell-tickets', showGiftsPdf),

  page(GIFTS, 'sell-tickets', showGiftSearch),
  form(GIFTS, 'sell-tickets', searchGift),

  page('/desk/events', 'read-programme', showEvents),
  page('/desk/events/new', 'arrange-programme', showNewEvent),
  form('/desk/events/new', 'arrange-programme', announce, LONG),
  page('/desk/events/:eventId', 'read-programme', showEvent),
  form('/desk/events/:eventId/visibility', 'arrange-programme', changeVisibility(showEvent)),
  page('/desk/events/:eventId/edit', 'arrange-programme', showEventToEdit),
  form('/desk/events/:eventId/edit', 'arrange-programme', edit, LONG),
  page('/desk/events/:eventId/cancel', 'arrange-programme', askToCancel),
  page('/desk/events/:eventId/holders', 'void-tickets', showHolders),
  page('/desk/events/:eventId/holders.csv', 'void-tickets', downloadHolders),
  form('/desk/events/:eventId/holders', 'void-tickets', payBackHolders),
  form('/desk/events/:eventId/cancel', 'arrange-programme', cancel),
  page('/desk/events/:eventId/times/:day', 'arrange-programme', showDateTimes),
  form('/desk/events/:eventId/times/:day', 'arrange-programme', saveDateTimes),
  page('/desk/events/:eventId/entry', 'arrange-programme', showEntry),
  form('/desk/events/:eventId/entry', 'arrange-programme', saveEntry),
  page('/desk/events/:eventId/postpone', 'arrange-programme', showPostpone),
  form('/desk/events/:eventId/postpone', 'arrange-programme', postponeDate),

  page('/desk/events/:eventId/picture', 'arrange-programme', eventPicture.show),
  form('/desk/events/:eventId/picture', 'arrange-programme', eventPicture.save, WITH_FILE),
  form('/desk/events/:eventId/picture/remove', 'arrange-programme', eventPicture.remove),

  page('/desk/museum/picture', 'manage-museum', museumPicture.show),
  form('/desk/museum/picture', 'manage-museum', museumPicture.save, WITH_FILE),
  form('/desk/museum/picture/remove', 'manage-museum', museumPicture.remove),
  page('/desk/museum/logo', 'manage-museum', museumLogo.show),
  form('/desk/museum/logo', 'manage-museum', museumLogo.save, WITH_FILE),
  form('/desk/museum/logo/remove', 'manage-museum', museumLogo.remove),
  page('/desk/pictures/:file', 'read-programme', showPictureFile),

  page('/desk/calendar', 'read-programme', showMonth),
  page('/desk/calendar/closing', 'arrange-programme', showClosing),
  form('/desk/calendar/closing', 'arrange-programme', saveClosing),
  ...moved('/desk/calendar/week', '/desk/settings/hours'),
  ...moved('/desk/calendar/places', '/desk/settings/places'),
  ...moved('/desk/calendar/times', '/desk/settings/times'),
  ...moved('/desk/calendar/prices', '/desk/settings/prices'),
  ...moved('/desk/calendar/prices/day', '/desk/settings/prices/day'),
  ...moved('/desk/calendar/prices/rules', '/desk/settings/prices/rules'),
  ...moved('/desk/calendar/prices/rule', '/desk/settings/prices/rule'),
  page('/desk/calendar/:day', 'read-programme', showDay),
  form('/desk/calendar/:day/hours', 'arrange-programme', saveHours),
  form('/desk/calendar/:day/places', 'arrange-programme', savePlaces),
  form('/desk/calendar/:day/times', 'arrange-programme', saveDayTimes),
  page('/desk/calendar/:day/holders', 'void-tickets', showHolders),
  page('/desk/calendar/:day/holders.csv', 'void-tickets', downloadHolders),
  form('/desk/calendar/:day/holders', 'void-tickets', payBackHolders),

  page(CASH_UP, 'void-tickets', showCashUp),
  form(CASH_UP, 'void-tickets', saveCount),
  form(`${CASH_UP}/float`, 'void-tickets', saveFloat),
  form(`${CASH_UP}/movements`, 'void-tickets', saveMovement),

  page(ONLINE_PAYMENTS, 'void-tickets', showOnlinePayments),
  form(`${ONLINE_PAYMENTS}/refunds`, 'void-tickets', actOnRefund),

  page('/desk/reports', 'read-reports', showReport),
  page('/desk/reports.csv', 'read-reports', downloadReport),
  page(OVERVIEW_REPORT, 'read-reports', showOverview),

  page(SETTINGS_PAGE, 'read-settings', showSettings),
  ...[...SETTINGS_FORMS, PRIVACY_FORM].flatMap(({ at, show, save }) => [
    page(at, 'read-settings', show),
    form(at, 'manage-museum', save, LONG),
  ]),
  page(SHOP_STATE, 'read-settings', showShop),
  form(SHOP_STATE, 'manage-museum', saveShop),
  page(`${OWN_TEXTS}/:name`, 'read-settings', showOwnText),
  form(`${OWN_TEXTS}/:name`, 'manage-museum', saveOwnText, LONGEST),
  form(`${PRIVACY}/export`, 'manage-privacy', exportData),
  form(`${PRIVACY}/erase`, 'manage-privacy', eraseData),
  page(CODES, 'arrange-programme', showCodes),
  page(`${CODES}/new`, 'arrange-programme', showNewCodes),
  form(`${CODES}/new`, 'arrange-programme', makeCodes),
  page(`${CODES}/:batchId`, 'arrange-programme', showCodeSet),
  form(`${CODES}/:batchId`, 'arrange-programme', changeCodeSet),
  page(`${CODES}/:batchId/codes.csv`, 'arrange-programme', downloadCodes),

  page('/desk/settings/hours', 'arrange-programme', showUsualWeek),
  form('/desk/settings/hours', 'arrange-programme', saveUsualWeek),
  page('/desk/settings/places', 'arrange-programme', showGeneralPlaces),
  form('/desk/settings/places', 'arrange-programme', saveGeneralPlaces),
  page('/desk/settings/times', 'arrange-programme', showGeneralTimes),
  form('/desk/settings/times', 'arrange-programme', saveGeneralTimes),
  page('/desk/settings/prices', 'read-programme', showPriceList),
  form('/desk/settings/prices', 'arrange-programme', savePriceList, LONG_LIST),
  page(ARTICLES, 'read-programme', showArticles),
  form(ARTICLES, 'arrange-programme', sortArticles, LONG_LIST),
  page(ARTICLE, 'arrange-programme', showArticle),
  form(ARTICLE, 'arrange-programme', saveArticle, LONG_LIST),
  page(CARDS, 'arrange-programme', showCards),
  form(CARDS, 'arrange-programme', removeCard, LONG_LIST),
  page(CARD, 'arrange-programme', showCard),
  form(CARD, 'arrange-programme', saveCard, LONG_LIST),
  form(CARD_NUMBERS, 'arrange-programme', saveNumbers, LONG_LIST),
  form(CARD_VISITS, 'undo-any-admission', settleVisit),
  page('/desk/settings/prices/day', 'arrange-programme', showDayPrices),
  form('/desk/settings/prices/day', 'arrange-programme', saveDayPrices),
  page('/desk/settings/prices/rules', 'arrange-programme', showPriceRules),
  form('/desk/settings/prices/rules', 'arrange-programme', sortPriceRules),
  page('/desk/settings/prices/rule', 'arrange-programme', showPriceRule),
  form('/desk/settings/prices/rule', 'arrange-programme', savePriceRule),

  page('/desk/accounts', 'manage-accounts', accounts.showAccounts),
  form('/desk/accounts', 'manage-accounts', accounts.add),
  page('/desk/accounts/:accountId', 'manage-accounts', accounts.showAccount),
  form('/desk/accounts/:accountId/role', 'manage-accounts', accounts.changeRole),
  form('/desk/accounts/:accountId/mail', 'manage-accounts', accounts.changeMailing),
  form('/desk/accounts/:accountId/disable', 'manage-accounts', accounts.disable),
  form('/desk/accounts/:accountId/enable', 'manage-accounts', accounts.enable),
  form('/desk/accounts/:accountId/end-sessions', 'manage-accounts', accounts.endAllSessions),
  form('/desk/accounts/:accountId/password', 'manage-accounts', accounts.givePassword),
  form('/desk/accounts/:accountId/second-factor', 'manage-accounts', accounts.resetFactor),
  form('/desk/accounts/:accountId/token', 'manage-accounts', accounts.giveToken),
  form('/desk/accounts/:accountId/revoke-token', 'manage-accounts', accounts.takeToken),

  page('/desk/webhooks', 'manage-webhooks', showWebhooks),
  page('/desk/webhooks/new', 'manage-webhooks', showNewWebhook),
  form('/desk/webhooks/new', 'manage-webhooks', addWebhook),
  page('/desk/webhooks/:webhookId', 'manage-webhooks', webhook.showWebhook),
  page('/desk/webhooks/:webhookId/edit', 'manage-webhooks', showWebhookToEdit),
  form('/desk/webhooks/:webhookId/edit', 'manage-webhooks', editWebhook),
  form('/desk/webhooks/:webhookId/test', 'manage-webhooks', webhook.testWebhook),
  form('/desk/webhooks/:webhookId/turn-on', 'manage-webhooks', webhook.turnOn),
  form('/desk/webhooks/:webhookId/turn-off', 'manage-webhooks', webhook.turnOff),
  form('/desk/webhooks/:webhookId/rotate', 'manage-webhooks', webhook.rotate),
  form('/desk/webhooks/:webhookId/replay', 'manage-webhooks', webhook.replay),
  form('/desk/webhooks/:webhookId/retry', 'manage-webhooks', webhook.resendMessages),
  form('/desk/webhooks/:webhookId/remove', 'manage-webhooks', webhook.removeWebhook),

  page('/desk/mail', 'manage-mail', showMails),
  page('/desk/mail/:deliveryId', 'manage-mail', showMail),
  form('/desk/mail/retry', 'manage-mail', resendMail),
  form('/desk/mail/test', 'manage-mail', testMail),

  page('/desk/journal', 'read-journal', showJournal),

  page('/desk/sessions', 'signed-in', showOwnSessions),
  form('/desk/sessions', 'signed-in', endOtherSessions),
  form('/desk/sessions/password', 'signed-in', changePassword),
  page(SECOND_FACTOR, 'signed-in', showSecondFactor),
  form(SECOND_FACTOR, 'signed-in', setSecondFactor),
  form(`${SECOND_FACTOR}/change`, 'signed-in', changeSecondFactor),
];
