import { isAddrSpec } from '../../../core/email.ts';
import { may } from '../../../core/permissions.ts';
import type { Answer } from '../../../http/answer.ts';
import { EMAIL_INPUT, fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { type Html, html } from '../../../pages/html.ts';
import { section } from '../../../pages/parts.ts';
import { type ErasurePreview, erasePerson, exportPerson, previewErasure } from '../../../privacy/index.ts';
import type { SettingValue } from '../../../settings/index.ts';
import { closeForm } from '../calendar/rules.ts';
import type { DeskRequest } from '../desk-options.ts';
import { type Clerk, deskPage, SETTINGS_PAGE } from '../desk-page.ts';
import { done } from '../done.ts';
import { orderLink } from '../links.ts';
import { formTo, postForm, type Sent } from '../post-form.ts';
import { figure } from './fields.ts';
import { settingsForm } from './form.ts';
import { settingsTexts } from './settings-texts.ts';

export const PRIVACY = `${SETTINGS_PAGE}/privacy`;
const EXPORT = `${PRIVACY}/export`;
const ERASE = `${PRIVACY}/erase`;

/** How long addresses are kept; below it, what is stored about one visitor, for who may see that. */
export const PRIVACY_FORM = settingsForm({
  at: PRIVACY,
  title: ({ language }) => settingsTexts(language)('privacyTitle'),
  parts: ({ language }) => {
    const say = settingsTexts(language);
    const days = {
      path: 'retentionDays',
      control: figure,
      label: say('retentionDays'),
      hint: say('retentionDaysHint'),
      fault: say('figureFault', { least: 0, most: 36_500 }),
    };
    return [{ fields: [days] }];
  },
  below: visitorPart,
  confirm: confirmErasing,
});

/** Asks first where addresses are erased at once by it. */
async function confirmErasing(
  desk: DeskRequest,
  { form, values }: Sent<string>,
  { retentionDays }: Readonly<Record<string, SettingValue>>,
): Promise<Answer | undefined> {
  const { store, settings, language } = desk;
  const [days, before] = [Number(retentionDays), settings.now.retentionDays];
  const isShorter = days !== 0 && (before === 0 || days < before);
  if (form.has('confirmed') || !isShorter) return undefined;
  const count = await settings.rules.countErased(store, days);
  if (count === 0) return undefined;
  const say = settingsTexts(language);
  const consequences = html`<p><strong>${say('wouldErase', { count })}</strong></p>`;
  const labels = { go: say('eraseNow'), stay: say('keepThem') };
  const main = closeForm(desk, { at: PRIVACY, back: PRIVACY }, values, consequences, labels);
  return deskPage(desk, { title: say('eraseTitle'), main, here: SETTINGS_PAGE });
}

/** Exports and erases what is stored about a visitor. */
function visitorPart(desk: DeskRequest, submitted?: Submitted<string>): Html | false {
  const { language, actor } = desk;
  if (!may(actor.role, 'manage-privacy')) return false;
  const say = settingsTexts(language);
  const fields = fieldsOf<string>(language, submitted);
  const content = html`
    ${fields.input('visitor', {
      label: say('visitorEmail'),
      with: { ...EMAIL_INPUT, required: true, autocomplete: 'off', maxlength: 320 },
    })}
    <p class="actions">
      <button>${say('exportData')}</button>
      <button formaction="${ERASE}">${say('showErasure')}</button>
    </p>
  `;
  return section(say('visitorData'), html`<p>${say('visitorDataHint')}</p>`, formTo(desk, EXPORT, content));
}

/** All that is stored about the visitor, as a file. The journal says who had it. */
export const exportData = postForm<string>(async (desk, { values, again }) => {
  const { visitor = '' } = values;
  const wrong = await faultOfVisitor(desk, visitor);
  if (wrong !== undefined) return again(wrong);
  const { store, actor, finder, clock } = desk;
  const now = clock.now();
  const person = await exportPerson(store, actor, visitor, finder.contacts, {
    ...(await readingOf(desk)),
    now,
  });
  return {
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="visitor.json"',
      'cache-control': 'no-store',
    },
    body: `${JSON.stringify(desk.personFile(visitor, person, now), null, 2)}\n`,
  };
}, PRIVACY_FORM.show);

export const eraseData = postForm<string>(async (desk, { form, values, again }) => {
  const { visitor = '' } = values;
  const wrong = await faultOfVisitor(desk, visitor);
  if (wrong !== undefined) return again(wrong);
  const { store, actor, finder, clock } = desk;
  if (!form.has('confirmed')) return erasurePage(desk, visitor);
  const { tickets } = await erasePerson(store, actor, visitor, finder.contacts, clock.now());
  return done(PRIVACY, 'visitorErased', { count: tickets });
}, PRIVACY_FORM.show);

async function faultOfVisitor(desk: DeskRequest, visitor: string): Promise<Submitted<string> | undefined> {
  const say = settingsTexts(desk.language);
  if (!isAddrSpec(visitor)) return { faults: { visitor: say('emailFault') } };
  const { tickets, orders, gifts } = await preview(desk, visitor);
  return tickets + orders + gifts === 0
    ? { faults: { visitor: say('nothingStored') }, status: 404 }
    : undefined;
}

async function preview(desk: DeskRequest, visitor: string): Promise<ErasurePreview> {
  return previewErasure(desk.store, desk.actor, visitor, desk.finder.contacts, await readingOf(desk));
}

async function readingOf({ days, settings }: DeskRequest) {
  return { today: await days.current(), language: settings.now.language };
}

/** What will be erased, in figures, and what somebody should know first. */
async function erasurePage(desk: DeskRequest, visitor: string): Promise<Answer> {
  const say = settingsTexts(desk.language);
  const { tickets, orders, gifts, toCome, owing } = await preview(desk, visitor);
  const consequences = html`
    <p><strong>${say('erasesTickets', { count: tickets })} ${say('erasesOrders', { count: orders })}</strong></p>
    ${gifts > 0 && html`<p><strong>${say('erasesGifts', { count: gifts })}</strong></p>`}
    <p>${say('erasureMeans')}</p>
    ${toCome > 0 && html`<p><strong>${say('visitsToCome', { count: toCome })}</strong></p>`}
    ${owing.map((record) => html`<p><strong>${owedTo(desk, record)}</strong></p>`)}
  `;
  const labels = { go: say('eraseNow'), stay: say('keepThem') };
  const main = closeForm(desk, { at: ERASE, back: PRIVACY }, { visitor }, consequences, labels);
  return deskPage(desk, { title: say('eraseVisitorTitle'), lead: visitor, main, here: SETTINGS_PAGE });
}

function owedTo({ language, words }: Clerk, { order, account }: ErasurePreview['owing'][number]): Html {
  const amount = words.money(account.due, order.currency);
  return html`${settingsTexts(language)('isOwed', { amount })} ${orderLink(order.orderId, order.orderCode)}`;
}
