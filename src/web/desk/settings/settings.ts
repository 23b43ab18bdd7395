import { listAccounts } from '../../../accounts/index.ts';
import { findArticles } from '../../../articles/index.ts';
import { findCards } from '../../../cards/index.ts';
import { addDays, weekOf } from '../../../core/calendar-day.ts';
import { may } from '../../../core/permissions.ts';
import type { Permission } from '../../../core/roles.ts';
import { asHeading } from '../../../core/words.ts';
import { getWeek, listSpecialDays, type Week } from '../../../hours/index.ts';
import type { Answer } from '../../../http/answer.ts';
import { getGeneralCapacity, getGeneralTimes, getPriceList, STANDARD } from '../../../offers/index.ts';
import { type Html, html, type Piece } from '../../../pages/html.ts';
import { LANGUAGE_NAMES } from '../../../pages/texts.ts';
import { findPictures } from '../../../pictures/index.ts';
import { ownTextTexts, TEXT_NAMES } from '../../../settings/index.ts';
import { hoursOf } from '../calendar/rules.ts';
import { CODES, codesInWords } from '../codes.ts';
import { codesTexts } from '../codes-texts.ts';
import type { DeskRequest } from '../desk-options.ts';
import { type Clerk, deskPage, SETTINGS_PAGE, SETTINGS_STYLE } from '../desk-page.ts';
import { deskTexts } from '../desk-texts.ts';
import { placesInWords } from '../figure-fields.ts';
import { ARTICLES } from './articles.ts';
import { articlesTexts } from './articles-texts.ts';
import { CARDS } from './cards.ts';
import { cardsTexts } from './cards-texts.ts';
import { isFixed } from './form.ts';
import { GATE_PAGE, MAIL_PAGE, MONEY_PAGE, MUSEUM_PAGE, PARTNERS_PAGE, VISITORS_PAGE } from './forms.ts';
import { timesInRule } from './general-entry.ts';
import { ownTextAddress } from './own-text.ts';
import { PRIVACY } from './privacy.ts';
import { settingsTexts } from './settings-texts.ts';
import { findMissing, missingLink, SHOP_STATE } from './shop-state.ts';

/** For how many days ahead closed days are counted. */
const DAYS_AHEAD = 366;

interface Row {
  readonly at: string;
  readonly name: string;
  /** What it is now, in words. */
  readonly value: Piece;
  /** Whether something is missing there, which `value` says. */
  readonly isMissing?: boolean;
  /** The setting, if it is one that the environment may fix. */
  readonly path?: string;
  /** Who may open it; left out: whoever reads settings. */
  readonly permission?: Permission;
}

interface Group {
  readonly heading: string;
  readonly rows: readonly Row[];
}

/** Every setting: its name, and in words what it is now. The row leads to where it is changed. */
export async function showSettings(desk: DeskRequest): Promise<Answer> {
  const { language, words, settings } = desk;
  await settings.refresh();
  const say = settingsTexts(language);
  const groups = [
    await museumRows(desk),
    await sellingRows(desk),
    await visitorsRows(desk),
    textRows(desk),
    mailRows(desk),
    moneyRows(desk),
    await gateRows(desk),
    await teamRows(desk),
  ];
  const shown = groups.map(({ heading, rows }) => ({
    heading,
    rows: rows.filter(({ permission = 'read-settings' }) => may(desk.actor.role, permission)),
  }));
  const missing = shown.flatMap(({ rows }) => rows.filter(({ isMissing }) => isMissing));
  const lead =
    missing.length === 0
      ? say('allThere')
      : say('lacking', { what: words.list(missing.map(({ name }) => name)) });
  return deskPage(desk, {
    title: deskTexts(language)('settings'),
    lead,
    main: shown.filter(({ rows }) => rows.length > 0).map((group) => groupOf(desk, group)),
    here: SETTINGS_PAGE,
    styles: [SETTINGS_STYLE],
  });
}

function groupOf(desk: DeskRequest, { heading, rows }: Group): Html {
  const say = settingsTexts(desk.language);
  const row = ({ at, name, value, isMissing = false, path }: Row) => html`
    <li>
      <a href="${at}">
        <span>${name}</span>
        <span${isMissing && html` class="missing"`} dir="auto">${value}</span>
        ${path !== undefined && isFixed(desk, { path }) && html`<small>${say('fixed')}</small>`}
      </a>
    </li>
  `;
  return html`
    <section class="settings">
      <h2>${heading}</h2>
      <ul>${rows.map(row)}</ul>
    </section>
  `;
}

async function museumRows(desk: DeskRequest): Promise<Group> {
  const { language, settings, actor, store, calendar, words } = desk;
  const say = settingsTexts(language);
  const { name, address, phone, email, colour, languages } = settings.now;
  const today = calendar.today();
  const [week, special] = await Promise.all([
    getWeek(store, actor),
    listSpecialDays(store, actor, { from: today, to: addDays(today, DAYS_AHEAD) }),
  ]);
  const closed = [...special.values()].filter(({ opening }) => opening === null).length;
  const [missing, pictures] = [
    new Set(await findMissing(desk)),
    await findPictures(store, ['museum', 'logo']),
  ];
  const has = (subject: 'museum' | 'logo', what: 'hasPicture' | 'hasLogo') =>
    pictures.has(subject) ? [say(what)] : [];
  return {
    heading: say('museum'),
    rows: [
      {
        at: `${MUSEUM_PAGE}#name`,
        name: say('nameAndColour'),
        value: missing.has('name') ? say('isMissing') : [name, colour !== null && `, ${colour}`],
        isMissing: missing.has('name'),
        path: 'name',
      },
      {
        at: `${MUSEUM_PAGE}#address`,
        name: say('addressAndContact'),
        value: [address, phone, email].filter(Boolean).join(', ') || say('isMissing'),
        isMissing: address === null,
        path: 'address',
      },
      {
        at: '/desk/museum/picture',
        name: deskTexts(language)('pictures'),
        value: words.list([...has('museum', 'hasPicture'), ...has('logo', 'hasLogo')]) || say('nothing'),
        permission: 'manage-museum',
      },
      {
        at: `${MUSEUM_PAGE}#languages`,
        name: say('languages'),
        value: languages.map((each) => LANGUAGE_NAMES[each]).join(', '),
        path: 'language',
      },
      {
        at: '/desk/settings/hours',
        name: say('openingHours'),
        value: weekInWords(desk, week),
        permission: 'arrange-programme',
      },
      {
        at: '/desk/calendar/closing',
        name: say('closedDays'),
        value: closed === 0 ? say('noClosedDays') : say('closedDaysToCome', { count: closed }),
        permission: 'arrange-programme',
      },
    ],
  };
}

/** "Monday to Wednesday 10:00 to 18:00, Thursday 10:00 to 21:00 and ..." */
export function weekInWords(desk: DeskRequest, week: Week): string {
  const { words, calendar } = desk;
  const days = weekOf(calendar.today());
  const name = (index: number) => words.weekday(days[index] ?? calendar.today());
  const runs: { from: number; to: number; hours: string }[] = [];
  for (const [index, opening] of week.entries()) {
    const hours = hoursOf(desk, opening);
    const last = runs.at(-1);
    if (last?.hours === hours) last.to = index;
    else runs.push({ from: index, to: index, hours });
  }
  const say = settingsTexts(desk.language);
  if (runs.length === 1 && runs[0] !== undefined) return say('everyDay', { hours: runs[0].hours });
  return asHeading(
    runs
      .map(({ from, to, hours }) => {
        const which = from === to ? name(from) : say('dayToDay', { from: name(from), to: name(to) });
        return say('hoursOn', { days: which, hours });
      })
      .join('; '),
  );
}

/** "400 a day", or "no limit" */
export function placesOfDay(clerk: Clerk, places: number | null): string {
  const figure = placesInWords(clerk, places);
  return places === null ? figure : settingsTexts(clerk.language)('placesADay', { places: figure });
}

async function sellingRows(desk: DeskRequest): Promise<Group> {
  const { language, actor, store, terms, words, settings } = desk;
  const say = settingsTexts(language);
  const [{ categories, prices }, places, times, articles] = await Promise.all([
    getPriceList(store, actor, terms.rules),
    getGeneralCapacity(store, actor),
    getGeneralTimes(store, actor, terms.rules),
    findArticles(store),
  ]);
  const articlesOnSale = articles.filter(({ onSale }) => onSale).length;
  const standard = prices.find(({ category }) => category === STANDARD);
  const count = categories.length;
  const price = standard === undefined ? say('notSold') : words.price(standard);
  const { salesDays, shop } = settings.now;
  const moving = shop.moveHours === 'off' ? say('noMoving') : say('movingUntil', { count: shop.moveHours });
  return {
    heading: say('selling'),
    rows: [
      {
        at: '/desk/settings/prices',
        name: say('prices'),
        value: say('categoriesAndPrice', { count, name: categories[0]?.name ?? '', price }),
      },
      {
        at: '/desk/settings/places',
        name: say('places'),
        value: times === null ? placesOfDay(desk, places) : say('placesByTime'),
        permission: 'arrange-programme',
      },
      {
        at: '/desk/settings/times',
        name: say('entryTimes'),
        value: asHeading(timesInRule(desk, times)),
        permission: 'arrange-programme',
      },
      {
        at: ARTICLES,
        name: articlesTexts(language)('title'),
        value:
          articles.length === 0
            ? articlesTexts(language)('none')
            : articlesTexts(language)('onSaleCount', { count: articlesOnSale }),
        permission: 'read-programme',
      },
      {
        at: CODES,
        name: codesTexts(language)('title'),
        value: may(actor.role, 'arrange-programme') && (await codesInWords(desk)),
        permission: 'arrange-programme',
      },
      {
        at: `${VISITORS_PAGE}#salesDays`,
        name: say('changing'),
        value: `${say('givingBackUntil', { count: shop.cancelHours })}; ${moving}; ${say('salesUpTo', { count: salesDays })}`,
        path: 'salesDays',
      },
    ],
  };
}

async function visitorsRows(desk: DeskRequest): Promise<Group> {
  const { language, settings, publicUrl } = desk;
  const say = settingsTexts(language);
  const { shop, sentence, language: museums } = settings.now;
  const missing = await findMissing(desk);
  const lacks = shop.open && missing.length > 0;
  const open = say('isOpenAt', { address: new URL(publicUrl()).host });
  return {
    heading: say('visitors'),
    rows: [
      {
        at: SHOP_STATE,
        name: say('shop'),
        value: lacks ? say(`missing-${missing[0] ?? 'name'}`) : shop.open ? open : say('isClosed'),
        isMissing: lacks,
        path: 'shop/open',
      },
      {
        at: VISITORS_PAGE,
        name: say('sentence'),
        value: sentence[museums] ?? Object.values(sentence)[0] ?? say('nothing'),
      },
    ],
  };
}

/** Those that the shop can't do without are missing until they are written. */
function textRows({ language, settings }: DeskRequest): Group {
  const say = settingsTexts(language);
  const rows = TEXT_NAMES.map((name): Row => {
    const text = settings.texts[name];
    const isMissing = text === undefined && (name === 'imprint' || name === 'privacy');
    const languages = text !== undefined && 'texts' in text ? Object.keys(text.texts) : [];
    const written = languages.map((each) => LANGUAGE_NAMES[each as keyof typeof LANGUAGE_NAMES]).join(', ');
    const value =
      text === undefined
        ? say(isMissing ? 'isMissing' : 'nothing')
        : 'address' in text
          ? text.address
          : written;
    return { at: ownTextAddress(name), name: ownTextTexts(language)(name), value, isMissing };
  });
  return { heading: say('texts'), rows };
}

function mailRows({ language, mail, settings }: DeskRequest): Group {
  const say = settingsTexts(language);
  const { replyTo, words } = settings.now.mail;
  const own = Object.values(words).filter((each) => Object.values(each ?? {}).some(Boolean)).length;
  return {
    heading: say('mail'),
    rows: [
      {
        at: '/desk/mail',
        name: say('mailServer'),
        value:
          mail === undefined
            ? say('noMailServer')
            : say('mailsFrom', { sender: mail.sender, server: mail.server }),
        permission: 'manage-mail',
      },
      {
        at: MAIL_PAGE,
        name: say('mailWords'),
        value: [
          replyTo === null ? '' : `${say('answersTo', { address: replyTo })}; `,
          own === 0 ? say('noOwnWords') : say('ownWordsIn', { count: own }),
        ],
      },
    ],
  };
}

function moneyRows({ language, settings, words }: DeskRequest): Group {
  const say = settingsTexts(language);
  const { shop, vat, gift } = settings.now;
  const ways = words.list(shop.payments.map((way) => say(`way-${way}`)));
  return {
    heading: say('money'),
    rows: [
      {
        at: `${MONEY_PAGE}#shop-payments`,
        name: say('payments'),
        value: ways || say('noPayments'),
        path: 'shop/payments',
      },
      {
        at: `${MONEY_PAGE}#vat`,
        name: say('vat'),
        value: vat === null ? say('noVat') : words.percent(Math.round(vat * 100)),
        path: 'vat',
      },
      {
        at: `${MONEY_PAGE}#gift-least`,
        name: say('gift'),
        value: say('giftIs', {
          least: words.money(Math.round(gift.least * 100)),
          most: words.money(Math.round(gift.most * 100)),
          count: gift.years,
        }),
      },
    ],
  };
}

async function gateRows({ language, settings, store }: DeskRequest): Promise<Group> {
  const cards = await findCards(store);
  const sayCards = cardsTexts(language);
  const say = settingsTexts(language);
  const { early, late, reentry } = settings.now.entry;
  return {
    heading: say('gate'),
    rows: [
      {
        at: `${GATE_PAGE}#entry-early`,
        name: say('earlyAndLate'),
        value: say('earlyLate', { early, late }),
        path: 'entry/early',
      },
      {
        at: `${GATE_PAGE}#entry-reentry`,
        name: say('reentry'),
        value: say(`reentry-${reentry}`),
        path: 'entry/reentry',
      },
      {
        at: CARDS,
        name: sayCards('title'),
        value: cards.length === 0 ? sayCards('none') : sayCards('count', { count: cards.length }),
        permission: 'arrange-programme',
      },
    ],
  };
}

async function teamRows({ language, settings, actor, store }: DeskRequest): Promise<Group> {
  const say = settingsTexts(language);
  const { retentionDays, partnerVoidHours } = settings.now;
  const accounts = may(actor.role, 'manage-accounts') ? await listAccounts(store) : [];
  return {
    heading: say('team'),
    rows: [
      {
        at: '/desk/accounts',
        name: deskTexts(language)('accounts'),
        value: say('accountsAre', { count: accounts.length }),
        permission: 'manage-accounts',
      },
      {
        at: '/desk/webhooks',
        name: say('webhooks'),
        value: say('webhooksAre'),
        permission: 'manage-webhooks',
      },
      {
        at: PARTNERS_PAGE,
        name: say('partners'),
        value: say('partnersVoid', { count: partnerVoidHours }),
        path: 'partnerVoidHours',
      },
      {
        at: '/desk/journal',
        name: deskTexts(language)('journal'),
        value: say('journalIs'),
        permission: 'read-journal',
      },
      {
        at: PRIVACY,
        name: say('privacyTitle'),
        value: retentionDays === 0 ? say('keptForEver') : say('keptFor', { count: retentionDays }),
        path: 'retentionDays',
      },
    ],
  };
}

/** What an open shop lacks, each with the link to where it is mended. */
export async function shopLacks(desk: DeskRequest): Promise<Html[]> {
  if (!desk.settings.now.shop.open || !may(desk.actor.role, 'manage-museum')) return [];
  return (await findMissing(desk)).map((what) => missingLink(desk, what));
}
