import {
  CARD_CHECKS,
  CARD_LIMITS,
  CARD_MODES,
  CARD_OFFLINE,
  type Card,
  type CardFault,
  cardFaults,
  findCards,
  importNumbers,
  MOST_CARDS,
  MOST_PER_DAY,
} from '../../../cards/index.ts';
import { Refusal, type RefusalFacts } from '../../../core/refusal.ts';
import { newSlug } from '../../../core/slug.ts';
import { hasLength } from '../../../core/text.ts';
import type { Answer } from '../../../http/answer.ts';
import { formOf, seeOther } from '../../../http/sessions.ts';
import { findCategories } from '../../../offers/index.ts';
import { type FieldFaults, type Fields, fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { type Html, html } from '../../../pages/html.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../pages/texts.ts';
import type { DeskRequest } from '../desk-options.ts';
import { deskPage, SETTINGS_PAGE } from '../desk-page.ts';
import { done } from '../done.ts';
import { seenAs } from '../edit-conflict.ts';
import { centsIn, examplePrice, priceText } from '../figure-fields.ts';
import { faultsAmong, formTo, postForm, type Sent } from '../post-form.ts';
import { CARD, CARDS, changeCards } from './cards.ts';
import { cardsTexts } from './cards-texts.ts';
import { settingsTexts } from './settings-texts.ts';

/** Where the numbers of a card are sent: `card` is its slug. */
export const CARD_NUMBERS = '/desk/settings/cards/numbers';

/** What stands in texts about patterns. */
const SAMPLES = { eight: '#{8}', range: '#{8,10}', letters: '@{2}', run: '#{n,m}' };

type CardField =
  | 'card'
  | 'name'
  | `name-${string}`
  | 'pattern'
  | 'check'
  | 'category'
  | 'mode'
  | 'perDay'
  | 'offline'
  | 'worth'
  | 'numbers'
  | 'seen';

/** The form of one card, or of a new one. */
export async function showCard(desk: DeskRequest, submitted?: Submitted<CardField>): Promise<Answer> {
  const { language, store } = desk;
  const say = cardsTexts(language);
  const slug = (submitted === undefined ? desk.query : formOf(desk.request)).get('card') ?? '';
  const cards = await findCards(store);
  const card = cards.find((each) => each.card === slug);
  if (slug !== '' && card === undefined) return seeOther(CARDS);
  const fields = fieldsOf<CardField>(language, submitted);
  const form = html`
    ${fields.hidden('card', slug)}
    ${fields.hidden('seen', seenAs(cards))}
    ${nameFields(desk, fields, card)}
    ${await ruleFields(desk, fields, card)}
    <p class="actions">
      <button class="action">${say('save')}</button>
      <a class="button" href="${CARDS}">${say('title')}</a>
    </p>
  `;
  return deskPage(desk, {
    title: card?.name ?? say('newTitle'),
    lead: say('lead'),
    main: html`
      ${formTo(desk, CARD, form)}
      ${card?.mode === 'list' && formTo(desk, CARD_NUMBERS, numbersForm(desk, fields, card))}
    `,
    here: SETTINGS_PAGE,
    form: fields,
  });
}

function nameFields({ language, settings }: DeskRequest, fields: Fields<CardField>, card?: Card): Html {
  const say = cardsTexts(language);
  const others = LANGUAGES.filter((of) => of !== settings.now.language).map((of) =>
    fields.input(`name-${of}`, {
      label: say('nameIn', { language: LANGUAGE_NAMES[of] }),
      value: card?.names[of],
      with: { maxlength: CARD_LIMITS.name, lang: of, autocomplete: 'off' },
    }),
  );
  return html`
    ${fields.input('name', {
      label: say('name'),
      value: card?.name,
      with: { maxlength: CARD_LIMITS.name, autocomplete: 'off', required: true },
    })}
    <details>
      <summary>${settingsTexts(language)('otherLanguages')}</summary>
      ${others}
    </details>
  `;
}

async function ruleFields(
  { store, language, currency }: DeskRequest,
  fields: Fields<CardField>,
  card?: Card,
): Promise<Html> {
  const say = cardsTexts(language);
  const categories = await findCategories(store);
  return html`
    ${fields.input('pattern', {
      label: say('pattern'),
      hint: say('patternHint', SAMPLES),
      value: card?.pattern,
      with: { maxlength: CARD_LIMITS.pattern, autocomplete: 'off', spellcheck: 'false', required: true },
    })}
    ${fields.select('check', {
      label: say('check'),
      options: [
        { value: '', text: say('noCheck') },
        ...CARD_CHECKS.map((value) => ({ value, text: say(value) })),
      ],
      value: card?.check ?? '',
    })}
    ${fields.select('category', {
      label: say('category'),
      options: categories.map(({ category: value, name: text }) => ({ value, text })),
      value: card?.category,
    })}
    ${fields.choice('mode', {
      label: say('mode'),
      options: CARD_MODES.map((value) => ({ value, text: say(value) })),
      value: card?.mode ?? 'show',
    })}
    ${fields.input('perDay', {
      label: say('perDay'),
      value: `${card?.perDay ?? 1}`,
      with: { inputmode: 'numeric', autocomplete: 'off', required: true },
    })}
    ${fields.choice('offline', {
      label: say('offline'),
      options: CARD_OFFLINE.map((value) => ({ value, text: say(value) })),
      value: card?.offline ?? 'admit',
    })}
    ${fields.input('worth', {
      label: say('worth', { currency }),
      hint: say('worthHint'),
      value: card?.worthCents == null ? '' : priceText(language, card.worthCents),
      with: { inputmode: 'decimal', autocomplete: 'off' },
    })}
  `;
}

function numbersForm({ language }: DeskRequest, fields: Fields<CardField>, { card }: Card): Html {
  const say = cardsTexts(language);
  return html`
    ${fields.hidden('card', card)}
    ${fields.textarea('numbers', {
      label: say('numbers'),
      hint: say('numbersHint'),
      with: { rows: 6, autocomplete: 'off', spellcheck: 'false' },
    })}
    <p class="actions">
      <button>${say('replace')}</button>
      <button name="add" value="1">${say('addTo')}</button>
    </p>
  `;
}

export const saveCard = postForm<CardField>(async (desk, sent) => {
  const cards = await findCards(desk.store);
  const slug = sent.values.card ?? '';
  const index = cards.findIndex(({ card }) => card === slug);
  if (slug !== '' && index < 0) return seeOther(CARDS);
  if (index < 0 && cards.length >= MOST_CARDS)
    return sent.again({ fault: cardsTexts(desk.language)('tooMany', { most: MOST_CARDS }) });
  const read = readCard(desk, sent.values, cards);
  if ('faults' in read) return sent.again(read);
  const wanted = index < 0 ? [...cards, read] : cards.with(index, read);
  return changeCards(desk, sent, cards, wanted);
}, showCard);

/** What was typed, or its faults. */
function readCard(
  { language, currency, settings }: DeskRequest,
  values: Sent<CardField>['values'],
  cards: readonly Card[],
): Card | FieldFaults<CardField> {
  const say = cardsTexts(language);
  const { name = '', pattern = '', perDay = '', worth = '', category = '' } = values;
  const others = LANGUAGES.filter((of) => of !== settings.now.language);
  const names = others.flatMap((of) => (values[`name-${of}`] ? [[of, values[`name-${of}`]] as const] : []));
  const times = /^\d{1,3}$/.test(perDay) ? Number(perDay) : 0;
  const worthCents = worth === '' ? null : centsIn(worth, currency);
  const card: Card = {
    card: values.card || newSlug(name, new Set(cards.map((each) => each.card)), 'card'),
    name,
    names: Object.fromEntries(names),
    pattern,
    check: CARD_CHECKS.find((each) => each === values.check) ?? null,
    category,
    mode: CARD_MODES.find((each) => each === values.mode) ?? 'show',
    perDay: times,
    offline: CARD_OFFLINE.find((each) => each === values.offline) ?? 'admit',
    worthCents: worthCents ?? null,
  };
  const [wrong] = hasLength(pattern, 1, CARD_LIMITS.pattern)
    ? cardFaults([card])
    : [{ fault: 'empty' } as Pick<CardFault, 'fault'>];
  const faults: Partial<Record<CardField, string | false>> = {
    name: !hasLength(name, 1, CARD_LIMITS.name) && say('nameFault', { most: CARD_LIMITS.name }),
    ...Object.fromEntries(
      names.map(([of, text = '']) => [
        `name-${of}`,
        !hasLength(text, 1, CARD_LIMITS.name) && say('nameFault', { most: CARD_LIMITS.name }),
      ]),
    ),
    pattern: wrong !== undefined && say(wrong.fault as 'bounds', SAMPLES),
    perDay: (times < 1 || times > MOST_PER_DAY) && say('perDayFault', { most: MOST_PER_DAY }),
    worth: worthCents === undefined && say('worthFault', { example: examplePrice(language, currency) }),
  };
  const found = faultsAmong<CardField>(faults);
  return found === undefined ? card : { faults: found.faults ?? {} };
}

/** Replaces the list of a card's numbers, or adds to it. */
export const saveNumbers = postForm<CardField>(async (desk, sent) => {
  const { store, clock, cardSecrets: secrets, actor, language } = desk;
  const file = async function* () {
    yield Buffer.from(sent.form.get('numbers') ?? '');
  };
  const which = { card: sent.values.card ?? '', isAdded: sent.form.has('add') };
  try {
    await importNumbers({ store, clock, secrets }, actor, which, file());
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'card-numbers-invalid') throw error;
    const { faults } = error.facts as RefusalFacts['card-numbers-invalid'];
    const line = faults[0]?.line ?? 1;
    return sent.again({ faults: { numbers: cardsTexts(language)('numbersFault', { line }) } });
  }
  return done(CARDS, 'cardNumbersSaved');
}, showCard);
