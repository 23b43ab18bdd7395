import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addAccount,
  disableAccount,
  enableAccount,
  endSessions,
  setMailing,
  setPassword,
  setRole,
} from '../src/accounts/index.ts';
import {
  getListForGates,
  importNumbers,
  listCards,
  setCards,
  settleRegistration,
} from '../src/cards/index.ts';
import { rotateKeys } from '../src/codes/index.ts';
import type { Actor } from '../src/core/actor.ts';
import { scopeOf } from '../src/core/permissions.ts';
import { Refusal } from '../src/core/refusal.ts';
import { PERMISSIONS, type Permission, ROLES } from '../src/core/roles.ts';
import {
  changeDiscount,
  changeDiscountSet,
  findMadeDiscounts,
  getDiscountSet,
  listDiscountSets,
  listDiscounts,
  makeDiscounts,
} from '../src/discounts/index.ts';
import {
  announceDraft,
  announceEvent,
  cancelEvent,
  changeEvent,
  clearTimesOn,
  editEvent,
  getEventCapacity,
  setEventCapacity,
  setEventPrices,
  setEventTexts,
  setEventTimes,
  setTimesOn,
  setVisibility,
} from '../src/events/index.ts';
import { Gate, getChanges, getSnapshot, undoAdmission } from '../src/gate/index.ts';
import { correctGift, lookAtGift, replaceGift, showGifts } from '../src/gifts/index.ts';
import { clearDay, setDay, setWeek } from '../src/hours/index.ts';
import { TicketImages } from '../src/images/index.ts';
import { findEntries } from '../src/journal/index.ts';
import {
  countMails,
  countUndeliveredMails,
  getMail,
  listMails,
  mailTicketAgain,
  previewMail,
  retryFailedMails,
  retryMail,
  sendTestMail,
} from '../src/mail/index.ts';
import {
  clearDayCapacity,
  clearDayPrices,
  clearDayTimes,
  getDayCapacity,
  getGeneralCapacity,
  listDaysClosedBy,
  setCategories,
  setDayCapacity,
  setDayPrices,
  setDayTimes,
  setGeneralCapacity,
  setGeneralPrices,
  setGeneralTimes,
  setPriceList,
  setPriceRules,
} from '../src/offers/index.ts';
import {
  changeOrder,
  correctContact,
  extendHold,
  findOrders,
  getOrder,
  releaseOrder,
  Till,
  voidOrder,
  voidTicket,
} from '../src/orders/index.ts';
import { describePicture, getPicture, removePicture, setPicture } from '../src/pictures/index.ts';
import { erasePerson, exportPerson } from '../src/privacy/index.ts';
import { Reports } from '../src/reports/index.ts';
import {
  adoptSettings,
  changeSettings,
  getSettings,
  getText,
  removeText,
  setText,
} from '../src/settings/index.ts';
import {
  countAddresses,
  findTickets,
  getTicket,
  getTicketHistory,
  includeEntry,
} from '../src/tickets/index.ts';
import { Webhooks } from '../src/webhooks/index.ts';

/** A database that can't be asked for anything: an action that does so before it asks for the permission fails otherwise. */
const store = { transaction: (work: (tx: object) => unknown) => work({}) } as never;
/** Whatever else an action is given. */
const any = {} as never;
const gate = new Gate(any);
const reports = new Reports(any);
const images = new TicketImages({ store } as never);
const till = new Till(store, any);
const webhooks = new Webhooks({ store, clock: { now: () => 0 } } as never);

type Action = (actor: Actor) => unknown;

/** Every action that not everybody may do, with what it takes. */
const ACTIONS: readonly [Permission, Readonly<Record<string, Action>>][] = [
  [
    'arrange-programme',
    {
      announceEvent: (actor) => announceEvent({ tx: any, actor, now: 0 }, any),
      announceDraft: (actor) => announceDraft({ tx: any, actor, now: 0 }, any),
      editEvent: (actor) => editEvent({ tx: any, actor, now: 0 }, any, any),
      changeEvent: (actor) => changeEvent({ tx: any, actor, now: 0 }, any, any),
      cancelEvent: (actor) => cancelEvent({ tx: any, actor, now: 0 }, any),
      setVisibility: (actor) => setVisibility({ tx: any, actor, now: 0 }, any, 'draft'),
      setEventTexts: (actor) => setEventTexts({ tx: any, actor, now: 0 }, any, 'en', any),
      setTimesOn: (actor) => setTimesOn({ tx: any, actor, now: 0 }, any),
      clearTimesOn: (actor) => clearTimesOn({ tx: any, actor, now: 0 }, any, any),
      getEventCapacity: (actor) => getEventCapacity(any, actor, any),
      setEventCapacity: (actor) => setEventCapacity({ tx: any, actor, now: 0 }, any, 1),
      setWeek: (actor) => setWeek({ tx: any, actor, now: 0 }, any, any),
      setDay: (actor) => setDay({ tx: any, actor, now: 0 }, any, any),
      clearDay: (actor) => clearDay({ tx: any, actor, now: 0 }, any),
      listDaysClosedBy: (actor) => listDaysClosedBy(any, actor, any, any),
      getGeneralCapacity: (actor) => getGeneralCapacity(any, actor),
      setGeneralCapacity: (actor) => setGeneralCapacity({ tx: any, actor, now: 0 }, 1),
      getDayCapacity: (actor) => getDayCapacity(any, actor, any),
      setDayCapacity: (actor) => setDayCapacity({ tx: any, actor, now: 0 }, any, 1),
      clearDayCapacity: (actor) => clearDayCapacity({ tx: any, actor, now: 0 }, any),
      listCards: (actor) => listCards(any, actor),
      setCards: (actor) => setCards({ tx: any, actor, now: 0 }, []),
      importNumbers: (actor) => importNumbers({ store } as never, actor, any, any),
      setCategories: (actor) => setCategories({ tx: any, actor, now: 0 }, []),
      setGeneralPrices: (actor) => setGeneralPrices({ tx: any, actor, now: 0 }, []),
      setDayPrices: (actor) => setDayPrices({ tx: any, actor, now: 0 }, any, []),
      clearDayPrices: (actor) => clearDayPrices({ tx: any, actor, now: 0 }, any),
      setPriceList: (actor) => setPriceList({ tx: any, actor, now: 0 }, any, any),
      setPriceRules: (actor) => setPriceRules({ tx: any, actor, now: 0 }, []),
      setDayTimes: (actor) => setDayTimes({ tx: any, actor, now: 0 }, any, any, null),
      clearDayTimes: (actor) => clearDayTimes({ tx: any, actor, now: 0 }, any, any),
      setGeneralTimes: (actor) => setGeneralTimes({ tx: any, actor, now: 0 }, any, null),
      setEventPrices: (actor) => setEventPrices({ tx: any, actor, now: 0 }, any, []),
      setEventTimes: (actor) => setEventTimes({ tx: any, actor, now: 0 }, any, { times: [] }),
      includeEntry: (actor) =>
        includeEntry({ tx: any, actor, now: 0 }, any, { includesEntry: true, takesPlace: false }),
      countAddresses: (actor) => countAddresses(any, actor, null, []),
      makeDiscounts: (actor) => makeDiscounts({ tx: any, actor, now: 0 }, any),
      findMadeDiscounts: (actor) => findMadeDiscounts(any, actor, any),
      listDiscounts: (actor) => listDiscounts(any, actor, {}, 1),
      listDiscountSets: (actor) => listDiscountSets(any, actor),
      getDiscountSet: (actor) => getDiscountSet(any, actor, any),
      changeDiscountSet: (actor) => changeDiscountSet({ tx: any, actor, now: 0 }, any, {}),
      changeDiscount: (actor) => changeDiscount({ tx: any, actor, now: 0 }, any, {}),
      setPicture: (actor) => setPicture({ tx: any, actor, now: 0 }, any, any, any),
      describePicture: (actor) => describePicture({ tx: any, actor, now: 0 }, any, {}),
      removePicture: (actor) => removePicture({ tx: any, actor, now: 0 }, any),
      getPicture: (actor) => getPicture(any, actor, any),
    },
  ],
  [
    'sell-tickets',
    {
      sell: (seller) => till.sell({ seller } as never),
      confirmOrder: (seller) => till.confirmOrder(seller as never, any, any),
      lookAtGift: (actor) => lookAtGift(any, actor, any, any),
      showGifts: (actor) => showGifts({ tx: any, actor, now: 0 }, any, any),
      changeOrder: (seller) => changeOrder(any, seller as never, any, any, any),
      extendHold: (seller) => extendHold(any, seller as never, any, 0, any),
      releaseOrder: (seller) => releaseOrder(any, seller as never, any, 'seller', any),
    },
  ],
  [
    'fetch-tickets',
    {
      findTickets: (actor) => findTickets(any, actor, any, any),
      getTicket: (actor) => getTicket(any, actor, any, any),
      getOrder: (actor) => getOrder(any, actor, any, any),
      findOrders: (actor) => findOrders(any, actor, any, any),
      getTicketHistory: (actor) => getTicketHistory(any, actor, any, any),
      'the picture of a ticket': (actor) => images.draft(actor, any),
    },
  ],
  [
    'mail-tickets',
    {
      mailTicketAgain: (actor) => mailTicketAgain(any, actor, any, any),
      correctContact: (actor) => correctContact(any, actor, any, '', any),
    },
  ],
  [
    'void-tickets',
    {
      exchange: (actor) => till.exchange(actor as never, any, any, any),
    },
  ],
  [
    'void-own-sales',
    {
      voidTicket: (actor) => voidTicket(any, actor, any, any, any),
      voidOrder: (actor) => voidOrder(any, actor, any, any, any),
    },
  ],
  [
    'undo-any-admission',
    { settleRegistration: (actor) => settleRegistration({ tx: any, actor, now: 0 }, any, 'counted') },
  ],
  [
    'admit-visitors',
    {
      scan: (actor) => gate.scan(actor, any),
      recordBatch: (actor) => gate.recordBatch(actor, []),
      getListForGates: (actor) => getListForGates(any, actor, any),
      undoAdmission: (actor) => undoAdmission({ tx: any, actor, now: 0 }, any, any),
      getSnapshot: (actor) => getSnapshot(any, actor, any, any),
      getChanges: (actor) => getChanges(any, actor, any, any, any),
    },
  ],
  [
    'override-refusals',
    {
      scan: (actor) => gate.scan(actor, { override: 'a friend' }),
      recordBatch: (actor) => gate.recordBatch(actor, [{ override: 'a friend' } as never]),
    },
  ],
  [
    'read-occupancy',
    {
      getOccupancy: (actor) => gate.attendance.getOccupancy(actor, any),
      getTimeVisits: (actor) => gate.attendance.getTimeVisits(actor, any),
    },
  ],
  [
    'read-reports',
    {
      getSalesReport: (actor) => reports.get(actor, 'sales', any),
      getVisitsReport: (actor) => reports.get(actor, 'visits', any),
      getPaymentsReport: (actor) => reports.get(actor, 'payments', any),
      getMoneyReport: (actor) => reports.get(actor, 'money', any),
      getGiftsReport: (actor) => reports.get(actor, 'gifts', any),
    },
  ],
  ['read-journal', { findEntries: (actor) => findEntries(any, actor, any) }],
  [
    'manage-accounts',
    {
      addAccount: (actor) => addAccount(store, actor, any, 0),
      setPassword: (actor) => setPassword(store, actor, '', '', 0),
      setRole: (actor) => setRole(store, actor, '', 'viewer', 0),
      setMailing: (actor) => setMailing(store, actor, '', 'self', 0),
      disableAccount: (actor) => disableAccount(store, actor, '', 0),
      enableAccount: (actor) => enableAccount(store, actor, '', 0),
      endSessions: (actor) => endSessions(store, actor, '', 0),
      rotateKeys: (actor) => rotateKeys(store, actor, 0),
    },
  ],
  [
    'manage-privacy',
    {
      exportPerson: (actor) => exportPerson(any, actor, '', any, any),
      erasePerson: (actor) => erasePerson(store, actor, '', any, 0),
    },
  ],
  [
    'manage-webhooks',
    {
      list: (actor) => webhooks.list(actor),
      get: (actor) => webhooks.get(actor, any),
      add: (actor) => webhooks.add(actor, any),
      change: (actor) => webhooks.change(actor, any, any),
      remove: (actor) => webhooks.remove(actor, any),
      rotate: (actor) => webhooks.rotate(actor, any),
      test: (actor) => webhooks.test(actor, any),
      replay: (actor) => webhooks.replay(actor, any, 0),
      deliveries: (actor) => webhooks.deliveries(actor, any, any),
      retry: (actor) => webhooks.retry(actor, any, any),
      retryFailed: (actor) => webhooks.retryFailed(actor, any),
      countUndelivered: (actor) => webhooks.countUndelivered(actor, any),
    },
  ],
  [
    'read-settings',
    {
      getSettings: (actor) => getSettings(any, actor, any),
      getText: (actor) => getText(any, actor, 'imprint'),
    },
  ],
  [
    'manage-museum',
    {
      correctGift: (actor) => correctGift({ tx: any, actor, now: 0 }, any, any),
      replaceGift: (actor) => replaceGift({ tx: any, actor, now: 0 }, any, any),
      changeSettings: (actor) => changeSettings({ tx: any, actor, now: 0 }, { patch: {} }, any),
      adoptSettings: (actor) => adoptSettings({ tx: any, actor, now: 0 }, {}),
      setText: (actor) => setText({ tx: any, actor, now: 0 }, 'imprint', any),
      removeText: (actor) => removeText({ tx: any, actor, now: 0 }, 'imprint'),
      setPicture: (actor) => setPicture({ tx: any, actor, now: 0 }, 'museum', any, any),
      describePicture: (actor) => describePicture({ tx: any, actor, now: 0 }, 'logo', {}),
      removePicture: (actor) => removePicture({ tx: any, actor, now: 0 }, 'museum'),
      getPicture: (actor) => getPicture(any, actor, 'logo'),
    },
  ],
  [
    'manage-mail',
    {
      listMails: (actor) => listMails(any, actor, any),
      countMails: (actor) => countMails(any, actor),
      countUndeliveredMails: (actor) => countUndeliveredMails(any, actor),
      getMail: (actor) => getMail(any, actor, any),
      retryMail: (actor) => retryMail(store, actor, any, 0),
      retryFailedMails: (actor) => retryFailedMails(store, actor, 0),
      previewMail: (actor) => previewMail(any, actor, any),
      sendTestMail: (actor) => sendTestMail(any, actor, '', 0),
    },
  ],
];

/** Not asked of who may not sell at all: the others are told that the time is over. */
const OF_A_TIME: readonly Permission[] = ['sell-past-times'];
/** Not asked of anybody: the others find less. */
const OF_A_LIST: readonly Permission[] = ['read-unlisted'];
/** Asked only when the ticket is known: test/http/staff-tickets.test.ts does. */
const OF_ONE_TICKET: readonly Permission[] = ['void-used-tickets'];

/** Doors ask as well, so that over HTTP nobody sees whether an action does. */
describe('an action', () => {
  it('is asked here for each permission that a role lacks', () => {
    const permissions = Object.keys(PERMISSIONS) as Permission[];
    const lacked = permissions.filter((each) => ROLES.some((role) => scopeOf(role, each) === undefined));
    const asked = [
      ...ACTIONS.map(([permission]) => permission),
      ...OF_ONE_TICKET,
      ...OF_A_TIME,
      ...OF_A_LIST,
    ];
    assert.deepEqual(asked.toSorted(), lacked.toSorted());
  });

  for (const [permission, actions] of ACTIONS) {
    for (const [name, action] of Object.entries(actions)) {
      it(`asks by itself whether the actor may ${permission}: ${name}`, async () => {
        for (const role of ROLES.filter((each) => scopeOf(each, permission) === undefined)) {
          const actor: Actor = { accountId: null, role, channel: 'desk' };
          const isForbidden = (error: unknown) => error instanceof Refusal && error.kind === 'forbidden';
          await assert.rejects(async () => action(actor), isForbidden, role);
        }
      });
    }
  }
});
