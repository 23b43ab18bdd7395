import { may } from '../../../core/permissions.ts';
import { Refusal } from '../../../core/refusal.ts';
import { labelled } from '../../../core/words.ts';
import type { Answer } from '../../../http/answer.ts';
import { type Fields, fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { type Html, html, type Piece } from '../../../pages/html.ts';
import {
  changeSettings,
  lockSettings,
  patchFaults,
  type SettingPath,
  type SettingValue,
  settingsAfter,
  settingsOf,
} from '../../../settings/index.ts';
import type { ActionContext } from '../../../store/index.ts';
import { changeRule } from '../calendar/rules.ts';
import type { DeskRequest, Handler } from '../desk-options.ts';
import { deskPage, SETTINGS_PAGE, SETTINGS_STYLE } from '../desk-page.ts';
import { seenAs } from '../edit-conflict.ts';
import { formTo, postForm, type Sent } from '../post-form.ts';
import { fieldName, type InLanguages, patchOf, type SettingField, valueAt } from './fields.ts';
import { settingsTexts } from './settings-texts.ts';

/** A page of settings with one form. */
export interface SettingsForm {
  readonly at: string;
  readonly title: (desk: DeskRequest) => string;
  readonly lead?: (desk: DeskRequest) => string;
  /** Columns beside each other, as far as there is room. */
  readonly parts: (desk: DeskRequest) => readonly SettingsPart[];
  /** What the page has besides its form. */
  readonly above?: (desk: DeskRequest) => Piece | Promise<Piece>;
  readonly below?: (desk: DeskRequest, submitted?: Submitted<string>) => Piece | Promise<Piece>;
  /** A page that asks to confirm what is lost by it. */
  readonly confirm?: (desk: DeskRequest, sent: Sent<string>, after: Values) => Promise<Answer | undefined>;
}

/** Fields that belong together, below a heading of theirs. */
export interface SettingsPart {
  readonly heading?: string;
  readonly fields: readonly (SettingField | InLanguages)[];
}

export interface SettingsFormPages {
  readonly at: string;
  readonly show: (desk: DeskRequest, submitted?: Submitted<string>) => Promise<Answer>;
  readonly save: Handler;
}

type Values = Readonly<Record<string, SettingValue>>;

export function settingsForm(form: SettingsForm): SettingsFormPages {
  const show = (desk: DeskRequest, submitted?: Submitted<string>) => formPage(desk, form, submitted);
  const save = postForm<string>(
    (desk, sent) => saveForm(desk, form, sent),
    show,
    (error, desk) => refusedSetting(error, desk, fieldsIn(form.parts(desk))),
  );
  return { at: form.at, show, save };
}

async function formPage(
  desk: DeskRequest,
  form: SettingsForm,
  submitted?: Submitted<string>,
): Promise<Answer> {
  const { language, actor, settings } = desk;
  const parts = form.parts(desk);
  const fields = fieldsOf<string>(language, submitted);
  const isFixedAll = fieldsIn(parts).every((field) => isFixed(desk, field));
  const content = html`
    ${fields.hidden('seen', seenAs(valuesIn(settings.now, fieldsIn(parts))))}
    <div class="columns">
      ${parts.map((part) => partOf(desk, fields, part, submitted))}
    </div>
    ${!isFixedAll && html`<button class="action">${settingsTexts(language)('save')}</button>`}
  `;
  const mayChange = may(actor.role, 'manage-museum');
  return deskPage(desk, {
    title: form.title(desk),
    ...(form.lead && { lead: form.lead(desk) }),
    main: html`
      ${await form.above?.(desk)}
      ${mayChange ? formTo(desk, form.at, content) : asFacts(desk, parts)}
      ${await form.below?.(desk, submitted)}
    `,
    here: SETTINGS_PAGE,
    styles: [SETTINGS_STYLE],
    form: fields,
  });
}

function partOf(
  desk: DeskRequest,
  fields: Fields<string>,
  { heading, fields: shown }: SettingsPart,
  submitted: Submitted<string> = {},
): Html {
  const one = (field: SettingField) => fieldOf(desk, fields, field);
  const each = (field: SettingField | InLanguages) => {
    if (!('others' in field)) return one(field);
    const isOpen = field.others.some(({ path }) => submitted.faults?.[fieldName(path)] !== undefined);
    return html`
      ${one(field.first)}
      <details class="others"${isOpen && html` open`}>
        <summary>${field.summary}</summary>
        ${field.others.map(one)}
      </details>
    `;
  };
  return html`
    <section>
      ${heading !== undefined && html`<h2>${heading}</h2>`}
      ${shown.map(each)}
    </section>
  `;
}

/** The field, or as text what the environment sets. */
function fieldOf(desk: DeskRequest, fields: Fields<string>, field: SettingField): Html {
  const { path, control, ...parts } = field;
  const value = valueAt(desk.settings.now, path);
  if (!isFixed(desk, field)) return control.show(fields, fieldName(path), parts, value);
  return html`
    <p class="field">
      <strong>${parts.label}</strong><br>
      <span dir="auto">${control.say(desk.language, value)}</span>
      <small class="quiet">${settingsTexts(desk.language)('fixed')}</small>
    </p>
  `;
}

/** For who reads settings and does not change them. */
function asFacts({ language, settings }: DeskRequest, parts: readonly SettingsPart[]): Html {
  const facts = fieldsIn(parts).map(
    ({ label, path, control }) => [label, control.say(language, valueAt(settings.now, path))] as const,
  );
  return html`
    <p class="quiet">${settingsTexts(language)('onlyAdmins')}</p>
    <dl class="told">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd dir="auto">${value}</dd></div>\n`)}</dl>
  `;
}

export function isFixed({ settings }: DeskRequest, { path }: Pick<SettingField, 'path'>): boolean {
  const paths = Object.keys(settings.rules.fixed) as SettingPath[];
  return paths.some((fixed) => path === fixed || path.startsWith(`${fixed}/`));
}

function fieldsIn(parts: readonly SettingsPart[]): SettingField[] {
  return parts.flatMap(({ fields }) =>
    fields.flatMap((field) => ('others' in field ? [field.first, ...field.others] : [field])),
  );
}

function valuesIn(settings: Parameters<typeof valueAt>[0], fields: readonly SettingField[]): Values {
  return Object.fromEntries(fields.map(({ path }) => [path, valueAt(settings, path)]));
}

async function saveForm(desk: DeskRequest, form: SettingsForm, sent: Sent<string>): Promise<Answer> {
  await desk.settings.refresh();
  const fields = fieldsIn(form.parts(desk)).filter((field) => !isFixed(desk, field));
  const all = fieldsIn(form.parts(desk));
  const now = valuesIn(desk.settings.now, all);
  const typed = fields.map(
    ({ path, control }) => [path, control.read(sent.values, fieldName(path))] as const,
  );
  const patch = patchOf(typed.filter(([path, value]) => seenAs(value) !== seenAs(now[path])));
  const faults = faultsIn(fields, patch, sent);
  if (Object.keys(faults).length > 0) return sent.again({ faults });
  const wanted = valuesIn(settingsAfter(desk.settings.now, patch), all);
  const answer = await changeRule<Values, string>(desk, sent, {
    at: form.at,
    now,
    wanted,
    confirm: async () => form.confirm?.(desk, sent, wanted),
    save: (action, expect) =>
      saveSettings(desk, action, { patch, mayErase: sent.form.has('confirmed') }, (before) =>
        expect(valuesIn(before, all)),
      ),
    done: 'settingsChanged',
    journalOf: () => ['settings', 'settings.changed'],
    inWords: (values) => inWords(desk, all, values, wanted),
  });
  await desk.settings.refresh();
  return answer;
}

/** @param expect is called with the settings that are replaced, which nobody else can change any more */
export async function saveSettings(
  { settings: { rules } }: DeskRequest,
  action: ActionContext,
  change: Parameters<typeof changeSettings>[1],
  expect: (before: ReturnType<typeof settingsOf>) => void,
): Promise<void> {
  const { values } = await lockSettings(action.tx);
  expect(settingsOf(rules.fixed, values));
  await changeSettings(action, change, rules);
}

/** What the rules of settings refuse, beside the fields that say it. */
function faultsIn(
  fields: readonly SettingField[],
  patch: SettingValue,
  { values }: Sent<string>,
): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const { pointer } of patchFaults(patch)) {
    const field = fields.find(({ path }) => `${pointer}/`.startsWith(`/${path}/`));
    if (field === undefined) throw new Error(`No field of the form can say what is wrong at ${pointer}.`);
    const name = fieldName(field.path);
    faults[name] = typeof field.fault === 'string' ? field.fault : field.fault(values[name] ?? '');
  }
  return faults;
}

/** What differs from what somebody else has set meanwhile. */
function inWords(
  { language, words }: DeskRequest,
  fields: readonly SettingField[],
  values: Values,
  wanted: Values,
): string {
  const others = fields.filter(({ path }) => seenAs(values[path]) !== seenAs(wanted[path]));
  return words.list(
    others.map(({ label, path, control }) =>
      labelled(language, `${label}`, control.say(language, values[path] ?? null)),
    ),
  );
}

/** What the museum's settings say of each other, and what was set on the server meanwhile, beside its field. */
function refusedSetting(
  error: unknown,
  { language, words }: DeskRequest,
  fields: readonly SettingField[],
): Submitted<string> | undefined {
  if (!(error instanceof Refusal)) return undefined;
  const say = settingsTexts(language);
  const at = (path: string, fault: string): Submitted<string> => {
    const isHere = fields.some((field) => field.path === path);
    return { status: 409, ...(isHere ? { faults: { [fieldName(path)]: fault } } : { fault }) };
  };
  if (error.kind === 'setting-not-possible') {
    const { facts } = error as Refusal<'setting-not-possible'>;
    return facts.because === 'gift-bounds'
      ? at('gift/least', say('giftBounds'))
      : at('shop/payments', say('notConnected', { ways: words.list(facts.missing) }));
  }
  if (error.kind === 'would-erase') {
    const { addresses: count } = (error as Refusal<'would-erase'>).facts;
    return at('retentionDays', say('wouldErase', { count }));
  }
  if (error.kind === 'set-by-operator') {
    const [path = ''] = (error as Refusal<'set-by-operator'>).facts.fixed;
    return at(path, say('fixedNow'));
  }
  return undefined;
}
