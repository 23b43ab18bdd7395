import type { Answer } from '../../../http/answer.ts';
import {
  type Category,
  getPriceList,
  listPriceRules,
  MOST_PRICE_RULES,
  type PriceRule,
  setPriceRules,
} from '../../../offers/index.ts';
import { fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { attributes, type Html, html } from '../../../pages/html.ts';
import { type Column, table } from '../../../pages/table.ts';
import { changeRule } from '../calendar/rules.ts';
import { weekdaysInWords } from '../calendar/weekday-fields.ts';
import type { DeskRequest } from '../desk-options.ts';
import { type Clerk, deskPage, SETTINGS_PAGE } from '../desk-page.ts';
import { seenAs } from '../edit-conflict.ts';
import { formTo, postForm, type Sent } from '../post-form.ts';
import { priceRulesTexts } from './price-rules-texts.ts';

export const PRICE_RULES = '/desk/settings/prices/rules';
/** The form of one rule: `?rule=` its place in the list, from 1; without it a new one. */
export const PRICE_RULE = '/desk/settings/prices/rule';

interface Placed {
  readonly rule: PriceRule;
  readonly index: number;
}

/** The rules in their order, with buttons that change it. */
export async function showPriceRules(desk: DeskRequest, submitted?: Submitted<'seen'>): Promise<Answer> {
  const { store, actor, language, terms } = desk;
  const say = priceRulesTexts(language);
  const [rules, { categories }] = await Promise.all([
    listPriceRules(store, actor, terms.rules),
    getPriceList(store, actor, terms.rules),
  ]);
  const fields = fieldsOf<'seen'>(language, submitted);
  const columns: Column<Placed>[] = [
    { head: say('name'), cell: ({ rule, index }) => linkTo(rule, index) },
    { head: say('when'), cell: ({ rule }) => whenInWords(desk, rule) },
    { head: say('prices'), cell: ({ rule }) => rulePricesInWords(desk, rule, categories) },
    { head: say('order'), cell: (placed) => buttons(desk, placed) },
  ];
  const placed = rules.map((rule, index) => ({ rule, index }));
  const content = html`
    ${fields.hidden('seen', seenAs(rules))}
    ${table(say('title'), placed, columns, say('none'))}
  `;
  return deskPage(desk, {
    title: say('title'),
    lead: say('lead'),
    main: html`
      ${formTo(desk, PRICE_RULES, content)}
      ${rules.length < MOST_PRICE_RULES && html`<p><a class="button" href="${PRICE_RULE}">${say('add')}</a></p>`}
    `,
    here: SETTINGS_PAGE,
    form: fields,
  });
}

function linkTo({ name }: PriceRule, index: number): Html {
  return html`<a href="${PRICE_RULE}?rule=${index + 1}" dir="auto">${name}</a>`;
}

function buttons({ language }: Clerk, { rule: { name }, index }: Placed): Html {
  const say = priceRulesTexts(language);
  const button = (way: 'up' | 'remove') => {
    const tied = { name: 'step', value: `${way}-${index}`, 'aria-label': say(`${way}Named`, { name }) };
    return html`<button${attributes(tied)}>${say(way)}</button>`;
  };
  return html`${index > 0 && button('up')} ${button('remove')}`;
}

/** "Saturday and Sunday · from 17:00" */
function whenInWords(desk: DeskRequest, { weekdays, nth, from, to, fromTime, toTime }: PriceRule): string {
  const { language, words } = desk;
  const say = priceRulesTexts(language);
  const parts = [
    weekdays && weekdaysInWords(desk, weekdays),
    nth && say(nth === 'last' ? 'nthLast' : `nth${nth}`),
    from && say('fromDay', { day: words.date(from) }),
    to && say('toDay', { day: words.date(to) }),
    fromTime && say('timeFrom', { time: fromTime }),
    toTime && say('timeTo', { time: toTime }),
  ];
  return parts.filter(Boolean).join(' · ') || say('always');
}

/** "Adult €8 · Family not sold" */
function rulePricesInWords(
  { language, words }: Clerk,
  { prices }: PriceRule,
  categories: readonly Category[],
): string {
  const say = priceRulesTexts(language);
  return prices
    .map(({ category, priceCents }) => {
      const name = categories.find((each) => each.category === category)?.name ?? category;
      if (priceCents === null) return say('unsold', { category: name });
      return `${name} ${words.price({ priceCents })}`;
    })
    .join(' · ');
}

/** Moves a rule up, or removes it. */
export const sortPriceRules = postForm<'seen'>(async (desk, sent) => {
  const now = await listPriceRules(desk.store, desk.actor, desk.terms.rules);
  return changePriceRules(desk, sent, now, stepped(now, sent.form.get('step') ?? ''));
}, showPriceRules);

function stepped(rules: readonly PriceRule[], step: string): readonly PriceRule[] {
  const [way, place] = step.split('-');
  const index = Number(place);
  const rule = rules[index];
  if (rule === undefined) return rules;
  const others = rules.toSpliced(index, 1);
  return way === 'up' ? others.toSpliced(Math.max(0, index - 1), 0, rule) : others;
}

/** Replaces the rules, and leads to their list. */
export function changePriceRules<Name extends string>(
  desk: DeskRequest,
  sent: Sent<Name | 'seen'>,
  now: readonly PriceRule[],
  wanted: readonly PriceRule[],
): Promise<Answer> {
  return changeRule<readonly PriceRule[], Name>(desk, sent, {
    at: PRICE_RULES,
    now,
    wanted,
    save: (action, expect) => setPriceRules(action, wanted, expect),
    done: 'pricesChanged',
    journalOf: () => ['general', 'prices.rules-set'],
    inWords: (rules) => desk.words.list(rules.map(({ name }) => name)),
  });
}
