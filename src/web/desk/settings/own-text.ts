import { may } from '../../../core/permissions.ts';
import { hasLength } from '../../../core/text.ts';
import { labelled } from '../../../core/words.ts';
import type { Answer } from '../../../http/answer.ts';
import { HttpRefusal } from '../../../http/http-refusal.ts';
import { type FieldFaults, type Fields, fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { attributes, type Html, html } from '../../../pages/html.ts';
import { markup } from '../../../pages/markup.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../pages/texts.ts';
import {
  findOwnTexts,
  lockSettings,
  type OwnText,
  ownTextTexts,
  removeText,
  setText,
  TEXT_LIMITS,
  TEXT_NAMES,
  TEXT_PATHS,
  type TextName,
  textFaults,
} from '../../../settings/index.ts';
import { changeRule } from '../calendar/rules.ts';
import type { DeskRequest } from '../desk-options.ts';
import { deskPage, SETTINGS_PAGE, SETTINGS_STYLE } from '../desk-page.ts';
import { seenAs } from '../edit-conflict.ts';
import { formTo, postForm, type Sent } from '../post-form.ts';
import { settingsTexts } from './settings-texts.ts';

/** Where the museum's own texts are written. */
export const OWN_TEXTS = `${SETTINGS_PAGE}/texts`;

type TextField = 'seen' | 'address' | `text-${Language}`;

export function ownTextAddress(name: TextName): string {
  return `${OWN_TEXTS}/${name}`;
}

/** A text of the museum's own in each language, or the address of a page elsewhere. */
export async function showOwnText(desk: DeskRequest, submitted?: Submitted<TextField>): Promise<Answer> {
  const { language, actor, store } = desk;
  const name = nameIn(desk);
  const say = settingsTexts(language);
  const text = (await findOwnTexts(store))[name] ?? null;
  const fields = fieldsOf<TextField>(language, submitted);
  const visitorsPage = html`<a href="${TEXT_PATHS[name]}">${TEXT_PATHS[name]}</a>`;
  return deskPage(desk, {
    title: ownTextTexts(language)(name),
    lead: [say(`${name}Lead`), text !== null && [' ', visitorsPage]],
    main: may(actor.role, 'manage-museum')
      ? formTo(desk, ownTextAddress(name), content(desk, fields, text, submitted))
      : asRead(desk, text),
    here: SETTINGS_PAGE,
    styles: [SETTINGS_STYLE],
    form: fields,
  });
}

/** @throws HttpRefusal not-found */
function nameIn({ request }: DeskRequest): TextName {
  const { name } = request.params as { readonly name?: string };
  const found = TEXT_NAMES.find((each) => each === name);
  if (found === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
  return found;
}

function content(
  { language, settings }: DeskRequest,
  fields: Fields<TextField>,
  text: OwnText | null,
  { faults = {} }: Submitted<TextField> = {},
): Html {
  const say = settingsTexts(language);
  const texts = text !== null && 'texts' in text ? text.texts : {};
  const museums = settings.now.language;
  const others = LANGUAGES.filter((of) => of !== museums);
  const area = (of: Language) =>
    fields.textarea(`text-${of}`, {
      label: labelled(language, say('text'), LANGUAGE_NAMES[of]),
      ...(of === museums && { hint: say('markupHint') }),
      value: texts[of],
      with: { rows: 14, lang: of, maxlength: TEXT_LIMITS.text },
    });
  const isOpen = others.some((of) => faults[`text-${of}`] !== undefined);
  return html`
    ${fields.hidden('seen', seenAs(text))}
    ${area(museums)}
    <details class="others"${attributes({ open: isOpen })}>
      <summary>${say('otherLanguages')}</summary>
      <div class="columns">${others.map(area)}</div>
    </details>
    ${fields.input('address', {
      label: say('elsewhere'),
      hint: say('elsewhereHint'),
      value: text !== null && 'address' in text ? text.address : '',
      with: { inputmode: 'url', autocomplete: 'off', maxlength: TEXT_LIMITS.address },
    })}
    <button class="action">${say('save')}</button>
  `;
}

function asRead({ language, settings }: DeskRequest, text: OwnText | null): Html {
  const say = settingsTexts(language);
  if (text === null) return html`<p>${say('nothing')}</p>`;
  if ('address' in text) return html`<p><a href="${text.address}" rel="noreferrer">${text.address}</a></p>`;
  const museums = settings.now.language;
  const written = LANGUAGES.filter((of) => text.texts[of] !== undefined);
  return html`${written.map(
    (of) => html`
      <details${attributes({ open: of === museums })}>
        <summary>${LANGUAGE_NAMES[of]}</summary>
        <div lang="${of}">${markup(text.texts[of] ?? '')}</div>
      </details>
    `,
  )}`;
}

export const saveOwnText = postForm<TextField>(async (desk, sent) => {
  const name = nameIn(desk);
  const read = readText(desk, sent);
  if ('faults' in read) return sent.again(read);
  const { text: wanted } = read;
  const say = settingsTexts(desk.language);
  const now = (await findOwnTexts(desk.store))[name] ?? null;
  const answer = await changeRule<OwnText | null, TextField>(desk, sent, {
    at: ownTextAddress(name),
    now,
    wanted,
    async save(action, expect) {
      await lockSettings(action.tx);
      const before = (await findOwnTexts(action.tx))[name] ?? null;
      expect(before);
      if (wanted !== null) await setText(action, name, wanted);
      else if (before !== null) await removeText(action, name);
    },
    done: wanted === null ? 'textRemoved' : 'textChanged',
    journalOf: () => [name, 'text.set', 'text.removed'],
    inWords: (text) => (text === null ? say('nothing') : beginningOf(text, desk.settings.now.language)),
  });
  await desk.settings.refresh();
  return answer;
}, showOwnText);

/** What was typed: a text in some languages, or an address, or nothing. */
function readText(
  { language }: DeskRequest,
  { values }: Sent<TextField>,
): { readonly text: OwnText | null } | FieldFaults<TextField> {
  const say = settingsTexts(language);
  const { address = '' } = values;
  const texts = LANGUAGES.map((of) => [of, (values[`text-${of}`] ?? '').replaceAll(/\r\n?/g, '\n')] as const);
  const written = texts.filter(([, text]) => text !== '');
  const tooLong = written.filter(([, text]) => !hasLength(text, 1, TEXT_LIMITS.text));
  if (tooLong.length > 0) {
    const fault = say('textFault', { most: TEXT_LIMITS.text });
    return { faults: Object.fromEntries(tooLong.map(([of]) => [`text-${of}`, fault])) };
  }
  if (address === '') return { text: written.length === 0 ? null : { texts: Object.fromEntries(written) } };
  if (written.length > 0) return { faults: { address: say('textAndAddress') } };
  const isWrong = !hasLength(address, 1, TEXT_LIMITS.address) || !/^https?:\/\/[^\s<>"]+$/.test(address);
  if (isWrong || textFaults({ address }).length > 0) return { faults: { address: say('websiteFault') } };
  return { text: { address } };
}

/** In characters. */
const BEGINNING = 200;

function beginningOf(text: OwnText, museums: Language): string {
  if ('address' in text) return text.address;
  const written = text.texts[museums] ?? Object.values(text.texts)[0] ?? '';
  return written.length > BEGINNING ? `${written.slice(0, BEGINNING)} …` : written;
}
