import { LANGUAGES } from '../../../core/language.ts';
import { FIGURE_INPUT, type Field, type Fields, type Option } from '../../../pages/forms.ts';
import type { Html } from '../../../pages/html.ts';
import { LANGUAGE_NAMES, type Language } from '../../../pages/texts.ts';
import type { MuseumSettings, SettingValue } from '../../../settings/index.ts';
import { priceText } from '../figure-fields.ts';
import { settingsTexts } from './settings-texts.ts';

/** Fields for settings: each is declared once, and is shown, read and said by its control. */

type TypedTexts = Readonly<Record<string, string | undefined>>;

export interface Control {
  show(fields: Fields<string>, name: string, field: Field, value: SettingValue): Html;
  /** What was typed; null: the default. What can't be read stays as it was typed, so that the rules of settings refuse it. */
  read(values: TypedTexts, name: string): SettingValue;
  /** The value in words, for who may not change it. */
  say(language: Language, value: SettingValue): string;
}

export interface SettingField extends Field {
  /** The setting, or a member of it, such as `sentence/de`. */
  readonly path: string;
  readonly control: Control;
  /** What is wrong with a value that the rules of settings refuse. */
  readonly fault: string | ((typed: string) => string);
}

/** The name of its field in the form, and its id on the page. */
export function fieldName(path: string): string {
  return path.replaceAll('/', '-');
}

export function valueAt(settings: MuseumSettings, path: string): SettingValue {
  const inside = (value: SettingValue | undefined, member: string) =>
    (value as { readonly [Member in string]?: SettingValue } | null | undefined)?.[member];
  const start = settings as unknown as SettingValue;
  return path.split('/').reduce<SettingValue | undefined>(inside, start) ?? null;
}

/** A merge patch of settings that sets the values at these paths. */
export function patchOf(values: readonly (readonly [path: string, value: SettingValue])[]): SettingValue {
  type Tree = { [member: string]: SettingValue | Tree };
  const patch: Tree = {};
  for (const [path, value] of values) {
    const members = path.split('/');
    const last = members.pop() as string;
    let at = patch;
    for (const member of members) {
      at[member] ??= {};
      at = at[member] as Tree;
    }
    at[last] = value;
  }
  return patch as SettingValue;
}

const SAID_CHARACTERS = 200;

function said(language: Language, value: SettingValue): string {
  if (value === null || value === '') return settingsTexts(language)('nothing');
  const text = `${value}`;
  return text.length > SAID_CHARACTERS ? `${text.slice(0, SAID_CHARACTERS)} …` : text;
}

const typedText = (values: TypedTexts, name: string) => (values[name] ?? '').replaceAll(/\r\n?/g, '\n');

export const line: Control = {
  show: (fields, name, field, value) => fields.input(name, { ...field, value: `${value ?? ''}` }),
  read: (values, name) => typedText(values, name) || null,
  say: said,
};

/** A line that can't be left empty. */
export const neededLine: Control = {
  ...line,
  show: (fields, name, field, value) =>
    line.show(fields, name, { ...field, with: { required: true, ...field.with } }, value),
  read: typedText,
};

export const severalLines: Control = {
  ...line,
  show: (fields, name, field, value) =>
    fields.textarea(name, { ...field, with: { rows: 3, ...field.with }, value: `${value ?? ''}` }),
};

export const figure: Control = {
  ...line,
  show: (fields, name, field, value) =>
    line.show(fields, name, { ...field, with: { ...FIGURE_INPUT, ...field.with } }, value),
  read: (values, name) => numberIn(typedText(values, name)),
};

/** A figure, or nothing at all: then it is off. */
export const figureOrOff: Control = {
  show: (fields, name, field, value) => figure.show(fields, name, field, value === 'off' ? null : value),
  read: (values, name) => (typedText(values, name) === '' ? 'off' : numberIn(typedText(values, name))),
  say: (language, value) => said(language, value === 'off' ? null : value),
};

/** A number with at most two decimals, such as a percentage. @param ifEmpty what it is then; '': it has to be there */
export const decimalFigure = (language: Language, ifEmpty: null | '' = ''): Control => {
  const typed = (value: SettingValue) =>
    typeof value === 'number' ? priceText(language, Math.round(value * 100)) : value;
  return {
    show: (fields, name, field, value) =>
      line.show(
        fields,
        name,
        { ...field, with: { inputmode: 'decimal', autocomplete: 'off' } },
        typed(value),
      ),
    read: (values, name) => {
      const text = typedText(values, name);
      return text === '' ? ifEmpty : numberIn(text.replace(',', '.'));
    },
    say: (_, value) => said(language, typed(value)),
  };
};

/** 12 of "12"; what is no number stays a text. */
function numberIn(typed: string): number | string {
  return /^\d{1,9}(\.\d{1,9})?$/.test(typed) ? Number(typed) : typed;
}

export const choiceOf = (options: readonly Option[]): Control => ({
  show: (fields, name, field, value) => fields.select(name, { ...field, options, value: `${value}` }),
  read: (values, name) => values[name] || null,
  say: (language, value) => options.find((option) => option.value === value)?.text ?? said(language, value),
});

/** Some of several, each with a box. Those that were chosen before keep their order; others follow them. */
export const several = (options: readonly Option[], before: readonly string[]): Control => {
  const inOrder = [
    ...before,
    ...options.map(({ value }) => value).filter((value) => !before.includes(value)),
  ];
  return {
    show: (fields, name, { label, hint }, value) =>
      fields.boxes(name, { label, hint, options, chosen: Array.isArray(value) ? value.map(String) : [] }),
    read: (values, name) => inOrder.filter((value) => values[`${name}-${value}`] !== undefined),
    say: (language, value) => {
      const chosen = Array.isArray(value) ? value : [];
      const names = chosen.map((each) => options.find((option) => option.value === each)?.text ?? `${each}`);
      return said(language, names.join(', '));
    },
  };
};

/** A text in each language, the museum's first; the others are folded, and open where one of them is wrong. */
export interface InLanguages {
  readonly first: SettingField;
  readonly others: readonly SettingField[];
  readonly summary: string;
}

export function inLanguages(
  language: Language,
  museums: Language,
  fieldIn: (of: Language, name: string) => SettingField,
): InLanguages {
  const others = LANGUAGES.filter((of) => of !== museums);
  return {
    first: fieldIn(museums, LANGUAGE_NAMES[museums]),
    others: others.map((of) => fieldIn(of, LANGUAGE_NAMES[of])),
    summary: settingsTexts(language)('otherLanguages'),
  };
}
