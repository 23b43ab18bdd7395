import { LANGUAGE_NAMES } from '../../../core/language.ts';
import { EVENT_LIMITS, type TextIn } from '../../../events/index.ts';
import { type Fields, readFields, type Submitted, textField } from '../../../pages/forms.ts';
import { attributes, type Html, html } from '../../../pages/html.ts';
import { LANGUAGES, type Language } from '../../../pages/texts.ts';
import type { Clerk } from '../desk-page.ts';
import { eventFormTexts } from './event-form-texts.ts';

/** What an event says in other languages, as it is typed: a name, a place and a description for each. */

const MEMBERS = ['name', 'location', 'description'] as const;

export type TextsField = `${(typeof MEMBERS)[number]}-${Language}`;
export type TypedTexts = { readonly [Field in TextsField]?: string };

const FIELDS = LANGUAGES.flatMap((language) => MEMBERS.map((member) => `${member}-${language}` as const));

export function typedTexts(texts: readonly TextIn[]): TypedTexts {
  return Object.fromEntries(
    texts.flatMap((text) => MEMBERS.map((member) => [`${member}-${text.language}`, text[member] ?? ''])),
  );
}

export function textsTypedIn(form: URLSearchParams): TypedTexts {
  const given = FIELDS.filter((field) => form.has(field));
  return Object.fromEntries(
    given.map((field) => [field, (form.get(field) ?? '').replaceAll('\r\n', '\n').trim()]),
  );
}

/** The texts, without what is empty; or what is wrong with them. */
export function readTypedTexts(
  clerk: Clerk,
  typed: TypedTexts,
): readonly TextIn[] | Required<Pick<Submitted<TextsField>, 'faults'>> {
  const read = readFields(textsFields(clerk, LANGUAGES), typed);
  if ('faults' in read) return { faults: read.faults };
  return LANGUAGES.flatMap((language) => {
    const said = MEMBERS.flatMap((member) => {
      const text = typed[`${member}-${language}`] ?? '';
      return text === '' ? [] : [[member, text]];
    });
    return said.length === 0 ? [] : [{ language, ...Object.fromEntries(said) }];
  });
}

/** Folded, unless something is wrong with them. @param own the language of the event's own texts */
export function textsInputs(
  clerk: Clerk,
  fields: Pick<Fields<TextsField>, 'input' | 'textarea'>,
  own: Language,
  faults: Readonly<Partial<Record<string, string>>>,
): Html {
  const others = LANGUAGES.filter((language) => language !== own);
  const declared = textsFields(clerk, others);
  const isWrong = faults.texts !== undefined || FIELDS.some((field) => faults[field] !== undefined);
  const say = eventFormTexts(clerk.language);
  const fieldOf = (field: TextsField) =>
    field.startsWith('description')
      ? fields.textarea(field, declared[field])
      : fields.input(field, declared[field]);
  // Labels are languages alone, so that only one field of the form is called "Name".
  const inputs = MEMBERS.map(
    (member) => html`
      <fieldset>
        <legend>${say(member)}</legend>
        ${others.map((language) => fieldOf(`${member}-${language}`))}
      </fieldset>
    `,
  );
  return html`
    <details${attributes({ id: 'texts', open: isWrong })}>
      <summary>${say('texts')}</summary>
      ${faults.texts !== undefined && html`<p class="fault" id="texts-fault">${faults.texts}</p>`}
      ${inputs}
    </details>
  `;
}

type TextsFields = Readonly<Record<TextsField, ReturnType<typeof textField>>>;

function textsFields({ language }: Clerk, languages: readonly Language[]): TextsFields {
  const say = eventFormTexts(language);
  const declared = languages.flatMap((each) =>
    MEMBERS.map((member) => {
      const most = EVENT_LIMITS[member];
      const label = LANGUAGE_NAMES[each];
      const rows = member === 'description' && { rows: 4, autocomplete: undefined };
      const field = { label, fault: say(`${member}Fault`, { most }), with: { lang: each, ...rows } };
      return [`${member}-${each}`, textField(field, { most })] as const;
    }),
  );
  return Object.fromEntries(declared) as unknown as TextsFields;
}

/** "Deutsch: Das Meer, Saal 4" */
export function textsInWords(texts: readonly TextIn[]): string {
  return texts
    .map(({ language, name, location, description }) => {
      const said = [name, location, description].filter((text) => text !== undefined);
      return `${LANGUAGE_NAMES[language]}: ${said.join(', ')}`;
    })
    .join(' · ');
}
