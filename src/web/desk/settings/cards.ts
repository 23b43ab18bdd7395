import {
  type Card,
  countTroubled,
  findCards,
  findLists,
  findTroubled,
  MOST_CARDS,
  type Registration,
  setCards,
  settleRegistration,
} from '../../../cards/index.ts';
import { may } from '../../../core/permissions.ts';
import { parseUuid } from '../../../core/uuid.ts';
import type { Answer } from '../../../http/answer.ts';
import { HttpRefusal } from '../../../http/http-refusal.ts';
import { fieldsOf, type Submitted } from '../../../pages/forms.ts';
import { attributes, type Html, html } from '../../../pages/html.ts';
import { section } from '../../../pages/parts.ts';
import { type Column, table, unseenCaption } from '../../../pages/table.ts';
import { runAction } from '../../../store/index.ts';
import { changeRule } from '../calendar/rules.ts';
import type { DeskRequest } from '../desk-options.ts';
import { deskPage, SETTINGS_PAGE } from '../desk-page.ts';
import { done } from '../done.ts';
import { seenAs } from '../edit-conflict.ts';
import { formTo, postForm, type Sent } from '../post-form.ts';
import { cardsTexts } from './cards-texts.ts';

export const CARDS = '/desk/settings/cards';
/** The form of one card: `?card=` its slug; without it a new one. */
export const CARD = '/desk/settings/cards/card';
/** What the issuer of a card may not know of. */
export const CARD_VISITS = '/desk/settings/cards/visits';

const VISITS_SHOWN = 100;

/** The cards of others in the order shown, and the visits that somebody has to look after. */
export async function showCards(desk: DeskRequest, submitted?: Submitted<'seen'>): Promise<Answer> {
  const { store, language, actor } = desk;
  const say = cardsTexts(language);
  const [cards, lists] = await Promise.all([findCards(store), findLists(store)]);
  const fields = fieldsOf<'seen'>(language, submitted);
  const modeOf = ({ card, mode }: Card) =>
    mode === 'list' ? say('shortList', { count: lists.get(card)?.numbers ?? 0 }) : say(MODES[mode]);
  const columns: Column<Card>[] = [
    {
      head: say('card'),
      cell: ({ card, name }) => html`<a href="${CARD}?card=${card}" dir="auto">${name}</a>`,
    },
    { head: say('pattern'), cell: ({ pattern }) => html`<code>${pattern}</code>` },
    { head: say('mode'), cell: modeOf },
    { head: say('settle'), cell: (card) => removeButton(desk, card) },
  ];
  const content = html`
    ${fields.hidden('seen', seenAs(cards))}
    ${table(say('title'), cards, columns, say('none'))}
  `;
  return deskPage(desk, {
    title: say('title'),
    lead: say('lead'),
    main: html`
      ${formTo(desk, CARDS, content)}
      ${cards.length < MOST_CARDS && html`<p><a class="button" href="${CARD}">${say('add')}</a></p>`}
      ${may(actor.role, 'undo-any-admission') && (await troubledVisits(desk, cards))}
    `,
    here: SETTINGS_PAGE,
    form: fields,
  });
}

const MODES = { show: 'shortShow', live: 'shortLive' } as const;

function removeButton({ language }: DeskRequest, { card, name }: Card): Html {
  const say = cardsTexts(language);
  const tied = { name: 'remove', value: card, 'aria-label': say('removeNamed', { name }) };
  return html`<button${attributes(tied)}>${say('remove')}</button>`;
}

async function troubledVisits(desk: DeskRequest, cards: readonly Card[]): Promise<Html | false> {
  const { store, language, words } = desk;
  const hasIssuer = cards.some(({ mode }) => mode === 'live') || (await countTroubled(store)) > 0;
  if (!hasIssuer) return false;
  const say = cardsTexts(language);
  const visits = await findTroubled(store, VISITS_SHOWN);
  const names = new Map(cards.map(({ card, name }) => [card, name]));
  const columns: Column<Registration>[] = [
    { head: say('card'), cell: ({ card }) => names.get(card) ?? card },
    { head: say('door'), cell: ({ gate }) => gate ?? '' },
    { head: say('time'), cell: ({ at }) => words.instant(at) },
    { head: say('state'), cell: (visit) => stateOf(desk, visit) },
    { head: say('settle'), cell: (visit) => settleButtons(desk, visit) },
  ];
  const list = table(unseenCaption(say('troubled')), visits, columns, say('noneTroubled'));
  return section(
    say('troubled'),
    visits.length > 0 && html`<p>${say('troubledMeans')}</p>`,
    formTo(desk, CARD_VISITS, list),
  );
}

type Troubled = 'lost' | 'refused' | 'undone';

function stateOf({ language }: DeskRequest, { state, answer }: Registration): Html {
  const said = answer !== null && html`<br><small lang="en" dir="auto">${answer}</small>`;
  return html`${cardsTexts(language)(state as Troubled)}${said}`;
}

function settleButtons({ language }: DeskRequest, { checkInId, state }: Registration): Html {
  const say = cardsTexts(language);
  if (state !== 'lost') return html`<button name="counted" value="${checkInId}">${say('seen')}</button>`;
  return html`
    <button name="counted" value="${checkInId}">${say('counted')}</button>
    <button class="plain" name="again" value="${checkInId}">${say('again')}</button>`;
}

/** Removes a card. */
export const removeCard = postForm<'seen'>(async (desk, sent) => {
  const now = await findCards(desk.store);
  const removed = sent.form.get('remove');
  return changeCards(
    desk,
    sent,
    now,
    now.filter(({ card }) => card !== removed),
  );
}, showCards);

/** Says what became of a visit that the issuer may not know of. */
export const settleVisit = postForm<never>(async (desk, { form }) => {
  const how = form.has('again') ? 'again' : 'counted';
  const checkInId = parseUuid(form.get(how) ?? '');
  if (checkInId === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
  await runAction(desk, desk.actor, (context) => settleRegistration(context, checkInId, how));
  return done(CARDS, how === 'again' ? 'cardVisitAgain' : 'cardVisitSettled');
}, showCards);

/** Replaces the list, and leads to it. */
export function changeCards<Name extends string>(
  desk: DeskRequest,
  sent: Sent<Name | 'seen'>,
  now: readonly Card[],
  wanted: readonly Card[],
): Promise<Answer> {
  return changeRule<readonly Card[], Name>(desk, sent, {
    at: CARDS,
    now,
    wanted,
    save: (action, expect) => setCards(action, wanted, expect),
    done: 'cardsChanged',
    journalOf: () => ['cards', 'cards.set'],
    inWords: (cards) => desk.words.list(cards.map(({ name }) => name)),
  });
}
