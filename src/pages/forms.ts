import { parseCalendarDay } from '../core/calendar-day.ts';
import { hasLength } from '../core/text.ts';
import { instantOf, isTimeOfDay, type LocalOf } from '../core/zoned-time.ts';
import { attributes, type Html, html, type Piece } from './html.ts';
import { siteTexts } from './site-texts.ts';
import type { Language } from './texts.ts';

/** The name of the form field with the CSRF token of the session. */
export const CSRF_FIELD = 'csrf';

export function csrfField(token: string): Html {
  return html`<input type="hidden" name="${CSRF_FIELD}" value="${token}">`;
}

/** The values and faults of a form that was sent, by the names of its fields; empty when it is shown for the first time. */
export interface Submitted<Name extends string> {
  readonly values?: { readonly [Field in Name]?: string | undefined };
  readonly faults?: { readonly [Field in Name]?: string | undefined };
  /** A fault of no field in particular. */
  readonly fault?: string | undefined;
  /** Status of the answer that says what is wrong; left out: 400. */
  readonly status?: number;
  /** Further headers of that answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is wrong with fields, by their names. */
export type FieldFaults<Name extends string> = Required<Pick<Submitted<Name>, 'faults'>>;

export interface Field {
  readonly label: Piece;
  /** Below the label, before the fault. */
  readonly hint?: Piece;
  /** The value before the form was sent; a checkbox with a value is ticked. */
  readonly value?: string | undefined;
  /** Further attributes, such as `required`, `type`, `min` or `autocomplete`. */
  readonly with?: Parameters<typeof attributes>[0];
}

/** A field that is declared once: how it is shown, how what is typed is read, and what is said when it can't be. */
export interface TypedField<Value> extends Field {
  /** Undefined: it can't be read. */
  read(typed: string): Value | undefined;
  readonly fault: string | ((typed: string) => string);
}

type TypedFields = Readonly<Record<string, TypedField<unknown>>>;

/** The values of fields by their names. */
export type Typed<Declared extends TypedFields> = {
  readonly [Name in keyof Declared]: Exclude<ReturnType<Declared[Name]['read']>, undefined>;
};

/** What was typed into the fields, or what is wrong with it. */
export function readFields<Declared extends TypedFields>(
  declared: Declared,
  values: Readonly<Record<string, string | undefined>>,
): { readonly typed: Typed<Declared> } | { readonly faults: Readonly<Record<string, string>> } {
  const [typed, faults]: [Record<string, unknown>, Record<string, string>] = [{}, {}];
  for (const [name, { read, fault }] of Object.entries(declared)) {
    const text = values[name] ?? '';
    typed[name] = read(text);
    if (typed[name] === undefined) faults[name] = typeof fault === 'string' ? fault : fault(text);
  }
  return Object.keys(faults).length > 0 ? { faults } : { typed: typed as Typed<Declared> };
}

/** A field for a text of that many characters. */
export function textField(
  field: Field & { readonly fault: string },
  { least = 0, most }: { readonly least?: number; readonly most: number },
): TypedField<string> {
  return {
    ...field,
    with: { autocomplete: 'off', required: least > 0, ...field.with, maxlength: most },
    read: (typed) => (hasLength(typed, least, most) ? typed : undefined),
  };
}

/** The instant of a day and a time as `<input type="datetime-local">` writes them; undefined when it is none. */
export function momentIn(typed: string, localOf: LocalOf): number | undefined {
  const [, date = '', time = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d)?$/.exec(typed) ?? [];
  const day = parseCalendarDay(date);
  return day && isTimeOfDay(time) ? instantOf(localOf, day, time) : undefined;
}

/** Attributes of a field for a whole number. */
export const FIGURE_INPUT = { inputmode: 'numeric', autocomplete: 'off' } as const;

/** Attributes of a field for an e-mail address. As `type="email"`, some browsers refuse international domains. */
export const EMAIL_INPUT = { inputmode: 'email', autocapitalize: 'none', spellcheck: 'false' } as const;

/** What is typed letter by letter, such as a code or a user name. */
export const VERBATIM_INPUT = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' } as const;

export interface Option {
  readonly value: string;
  readonly text: string;
  /** A key that chooses it, where a script of the page knows it. */
  readonly key?: string;
}

/** What a page has to say of a form that was sent. */
export interface FormOutcome {
  readonly isFaulty: boolean;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A list of all faults, each with a link to its field. It goes above the form, and has the focus when the page opens. */
  faults(): Html | undefined;
}

/** The fields of one form on a page, each with its label, its hint, what was typed, and its fault. */
export interface Fields<Name extends string> extends FormOutcome {
  /** What the form carries along; it has neither label nor fault. */
  hidden(name: Name, value: string): Html;
  input(name: Name, field: Field): Html;
  /** An input for each of these, in their order. */
  inputs(declared: { readonly [Input in Name]?: Field }): Html;
  textarea(name: Name, field: Field): Html;
  select(name: Name, field: Field & { readonly options: readonly Option[] }): Html;
  /** A group of radio buttons: all options are visible, however long they are. */
  choice(name: Name, field: Omit<Field, 'hint'> & { readonly options: readonly Option[] }): Html;
  checkbox(name: Name, field: Field): Html;
  /** A group of checkboxes, each named `name-value`. @param chosen the values that were ticked before the form was sent */
  boxes(name: Name, field: Omit<Field, 'value' | 'with'> & BoxOptions): Html;
}

interface BoxOptions {
  readonly options: readonly Option[];
  readonly chosen: readonly string[];
}

export function fieldsOf<Name extends string>(
  language: Language,
  { values, faults = {}, fault, status = 400, headers = {} }: Submitted<Name> = {},
): Fields<Name> {
  const faultOf = (name: Name) => faults[name];
  const contentOf = (name: Name, { value }: Field) => (values === undefined ? value : values[name]);
  const faulty = (Object.keys(faults) as Name[]).filter((name) => faults[name] !== undefined);

  /** @param control is given the attributes that tie it to its label, hint and fault. */
  function field(name: Name, { label, hint, with: more }: Field, control: (tied: Html) => Html, kind = '') {
    const wrong = faultOf(name);
    const described = [hint !== undefined && `${name}-hint`, wrong !== undefined && `${name}-fault`];
    const tied = attributes({
      id: name,
      name,
      'aria-describedby': described.filter(Boolean).join(' ') || undefined,
      'aria-invalid': wrong !== undefined && 'true',
      ...more,
    });
    const words = [
      html`<label for="${name}">${label}</label>\n`,
      hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>\n`,
      wrong !== undefined && html`<p class="fault" id="${name}-fault">${wrong}</p>\n`,
    ];
    const classes = ['field', kind, wrong !== undefined && 'faulty'].filter(Boolean).join(' ');
    const parts = kind === 'check' ? [control(tied), words] : [words, control(tied)];
    return html`<div class="${classes}">${parts}</div>\n`;
  }

  const isFaulty = fault !== undefined || faulty.length > 0;

  function input(name: Name, parts: Field) {
    const value = parts.with?.type === 'password' ? undefined : contentOf(name, parts);
    return field(name, parts, (tied) => html`<input${attributes({ value, dir: 'auto' })}${tied}>\n`);
  }

  return {
    isFaulty,
    status: isFaulty ? status : 200,
    headers,
    faults() {
      if (!isFaulty) return undefined;
      const links = faulty.map((name) => html`<li><a href="#${name}">${faultOf(name)}</a></li>\n`);
      return html`
        <div class="faults" role="alert" tabindex="-1" autofocus>
          <h2>${siteTexts(language)('thereIsAProblem')}</h2>
          ${fault !== undefined && html`<p>${fault}</p>`}
          ${links.length > 0 && html`<ul>${links}</ul>`}
        </div>
      `;
    },
    hidden(name, value) {
      return html`<input type="hidden"${attributes({ name, value: values?.[name] ?? value })}>\n`;
    },
    input,
    inputs(declared) {
      const each = Object.entries(declared) as [Name, Field][];
      return html`${each.map(([name, parts]) => input(name, parts))}`;
    },
    textarea(name, parts) {
      // HTML drops the first line break in a textarea.
      return field(
        name,
        parts,
        (tied) => html`<textarea dir="auto"${tied}>\n${contentOf(name, parts)}</textarea>\n`,
      );
    },
    select(name, parts) {
      const chosen = contentOf(name, parts);
      const options = parts.options.map(
        ({ value, text }) =>
          html`<option${attributes({ value, selected: value === chosen })}>${text}</option>\n`,
      );
      return field(name, parts, (tied) => html`<select${tied}>${options}</select>\n`);
    },
    choice(name, { label, options, with: more, ...parts }) {
      const [chosen, wrong] = [contentOf(name, { label, ...parts }), faultOf(name)];
      const isWrong = wrong !== undefined;
      const group = attributes({
        class: ['field', 'choice', isWrong && 'faulty'].filter(Boolean).join(' '),
        role: 'radiogroup',
        'aria-describedby': isWrong && `${name}-fault`,
      });
      const buttons = options.map(({ value, text, key }, index) => {
        const tied = {
          id: index === 0 && name,
          name,
          value,
          checked: value === chosen,
          required: true,
          'aria-keyshortcuts': key,
          ...more,
        };
        const shown = html`<span${attributes({ 'data-shown-key': key })}>${text}</span>`;
        return html`<label class="check"><input type="radio"${attributes(tied)}>${shown}</label>\n`;
      });
      return html`
        <fieldset${group}>
          <legend>${label}</legend>
          ${isWrong && html`<p class="fault" id="${name}-fault">${wrong}</p>`}
          ${buttons}
        </fieldset>
      `;
    },
    checkbox(name, parts) {
      const checked = contentOf(name, parts) !== undefined;
      return field(
        name,
        parts,
        (tied) => html`<input type="checkbox"${attributes({ checked })}${tied}>\n`,
        'check',
      );
    },
    boxes(name, { label, hint, options, chosen }) {
      const wrong = faultOf(name);
      const isTicked = (box: string, value: string) =>
        values === undefined ? chosen.includes(value) : values[box as Name] !== undefined;
      const ticks = options.map(({ value, text }) => {
        const box = `${name}-${value}`;
        const tied = attributes({ name: box, value: '1', checked: isTicked(box, value) });
        return html`<label class="check"><input type="checkbox"${tied}><span>${text}</span></label>\n`;
      });
      const group = attributes({
        class: ['field', 'choice', wrong !== undefined && 'faulty'].filter(Boolean).join(' '),
        id: name,
        tabindex: -1,
        'aria-describedby': wrong !== undefined && `${name}-fault`,
      });
      return html`
        <fieldset${group}>
          <legend>${label}</legend>
          ${hint !== undefined && html`<p class="hint">${hint}</p>`}
          ${wrong !== undefined && html`<p class="fault" id="${name}-fault">${wrong}</p>`}
          ${ticks}
        </fieldset>
      `;
    },
  };
}
