import { may } from '../../../core/permissions.ts';
import { type MissingForShop, Refusal } from '../../../core/refusal.ts';
import type { Answer } from '../../../http/answer.ts';
import { fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { type Html, html } from '../../../pages/html.ts';
import { findMissingForShop } from '../../../settings/index.ts';
import { changeRule } from '../calendar/rules.ts';
import type { DeskRequest } from '../desk-options.ts';
import { type Clerk, deskPage, SETTINGS_PAGE, SETTINGS_STYLE } from '../desk-page.ts';
import { seenAs } from '../edit-conflict.ts';
import { formTo, postForm } from '../post-form.ts';
import { isFixed, saveSettings } from './form.ts';
import { MONEY_PAGE, MUSEUM_PAGE } from './forms.ts';
import { ownTextAddress } from './own-text.ts';
import { settingsTexts } from './settings-texts.ts';

/** Where the shop is opened and closed. */
export const SHOP_STATE = `${SETTINGS_PAGE}/shop`;

const OPEN = { path: 'shop/open' };

type ShopField = 'seen' | 'open';

/** Whether visitors buy by themselves, and what is missing before they can. */
export async function showShop(desk: DeskRequest, submitted?: Submitted<ShopField>): Promise<Answer> {
  const { language, actor, settings } = desk;
  const say = settingsTexts(language);
  await settings.refresh();
  const { open } = settings.now.shop;
  const missing = await findMissing(desk);
  const fields = fieldsOf<ShopField>(language, submitted);
  const button = html`
    ${fields.hidden('seen', seenAs(open))}
    <input type="hidden" name="open" value="${open ? '0' : '1'}">
    <button class="${open ? 'button' : 'action'}">${say(open ? 'closeShop' : 'openShop')}</button>
  `;
  const mayChange = may(actor.role, 'manage-museum') && !isFixed(desk, OPEN);
  return deskPage(desk, {
    title: say('shop'),
    lead: say(open ? 'shopIsOpen' : 'shopIsClosed'),
    main: html`
      ${missing.length > 0 && missingPart(desk, missing)}
      ${open && html`<p>${say('closeShopMeans')}</p>`}
      ${isFixed(desk, OPEN) && html`<p class="quiet">${say('fixed')}</p>`}
      ${!may(actor.role, 'manage-museum') && html`<p class="quiet">${say('onlyAdmins')}</p>`}
      ${mayChange && (open || missing.length === 0) && formTo(desk, SHOP_STATE, button)}
      <p><a href="/">${say('seeVisitorsPage')}</a></p>
    `,
    here: SETTINGS_PAGE,
    styles: [SETTINGS_STYLE],
    form: fields,
  });
}

export function findMissing({ store, settings }: DeskRequest): Promise<MissingForShop[]> {
  return findMissingForShop(store, settings.now, settings.rules);
}

function missingPart(clerk: Clerk, missing: readonly MissingForShop[]): Html {
  const say = settingsTexts(clerk.language);
  return html`
    <section class="needs">
      <h2>${say('missing')}</h2>
      <ul>${missing.map((what) => html`<li>${missingLink(clerk, what)}</li>\n`)}</ul>
    </section>
  `;
}

/** What is missing, with the link to where it is mended. */
export function missingLink({ language }: Pick<Clerk, 'language'>, what: MissingForShop): Html {
  return html`<a href="${MENDED_AT[what]}">${settingsTexts(language)(`missing-${what}`)}</a>`;
}

const MENDED_AT: Readonly<Record<MissingForShop, string>> = {
  name: `${MUSEUM_PAGE}#name`,
  address: `${MUSEUM_PAGE}#address`,
  imprint: ownTextAddress('imprint'),
  privacy: ownTextAddress('privacy'),
  payments: MONEY_PAGE,
};

export const saveShop = postForm<ShopField>(
  async (desk, sent) => {
    const wanted = sent.values.open === '1';
    await desk.settings.refresh();
    const answer = await changeRule<boolean, ShopField>(desk, sent, {
      at: SHOP_STATE,
      now: desk.settings.now.shop.open,
      wanted,
      save: (action, expect) =>
        saveSettings(desk, action, { patch: { shop: { open: wanted } } }, ({ shop }) => expect(shop.open)),
      done: wanted ? 'shopOpened' : 'shopClosed',
      journalOf: () => ['settings', 'settings.changed'],
      inWords: (open) => settingsTexts(desk.language)(open ? 'shopIsOpen' : 'shopIsClosed'),
    });
    await desk.settings.refresh();
    return answer;
  },
  showShop,
  (error, { language, words }) => {
    if (!(error instanceof Refusal)) return undefined;
    const say = settingsTexts(language);
    if (error.kind === 'set-by-operator') return { status: 409, fault: say('fixedNow') };
    if (error.kind !== 'not-ready') return undefined;
    const { missing } = (error as Refusal<'not-ready'>).facts;
    const what = words.list(missing.map((each) => say(`missing-${each}`)));
    return { status: 409, fault: say('notReady', { missing: what }) };
  },
);
