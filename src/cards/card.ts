import type { Language } from '../core/language.ts';
import type { Queries, SqlValue, Transaction } from '../store/index.ts';
import { stepsOf } from './card-pattern.js';
import type { CardCheck, CardMode, CardOffline, PatternFault } from './card-types.ts';
import { canBeOwnCode, canOverlap } from './pattern-overlap.ts';

/** A card of another issuer, with which visitors come in. Money is in hundredths. */
export interface Card {
  /** Its slug, by which everybody knows it. */
  readonly card: string;
  readonly name: string;
  readonly names: Readonly<Partial<Record<Language, string>>>;
  /** What its numbers look like. */
  readonly pattern: string;
  readonly check: CardCheck | null;
  /** The slug of the category whose ticket it stands for. */
  readonly category: string;
  readonly mode: CardMode;
  /** How often it lets in on a day. */
  readonly perDay: number;
  readonly offline: CardOffline;
  /** What its issuer pays for a visit; null: nothing. */
  readonly worthCents: number | null;
}

/** What the card is called in that language, or else in the museum's. */
export function cardName({ name, names }: Pick<Card, 'name' | 'names'>, language: Language): string {
  return names[language] ?? name;
}

export const MOST_CARDS = 20;
/** In characters. */
export const CARD_LIMITS = { name: 60, pattern: 200 } as const;
export const MOST_PER_DAY = 100;

/** What can be wrong with a list of cards, beyond the shape of each and overlaps. */
export interface CardFault {
  readonly index: number;
  readonly fault: 'repeated' | 'own-code' | 'no-ean' | PatternFault;
}

/** The faults of a list that is to be set, in its order. */
export function cardFaults(cards: readonly Pick<Card, 'card' | 'pattern' | 'check'>[]): CardFault[] {
  const seen = new Set<string>();
  return cards.flatMap(({ card, pattern, check }, index) => {
    const isRepeated = seen.has(card);
    seen.add(card);
    const fault = patternFaultOf(pattern, check);
    return [
      ...(isRepeated ? [{ index, fault: 'repeated' as const }] : []),
      ...(fault === undefined ? [] : [{ index, fault }]),
    ];
  });
}

function patternFaultOf(pattern: string, check: CardCheck | null): CardFault['fault'] | undefined {
  const steps = stepsOf(pattern);
  if (typeof steps === 'string') return steps;
  if (canBeOwnCode(steps)) return 'own-code';
  const digits = steps.filter(({ signs }) => /[0-9]/.test(signs));
  const least = digits.filter(({ isOptional }) => !isOptional).length;
  return check === 'ean13' && (least > 13 || digits.length < 13) ? 'no-ean' : undefined;
}

/** The first two cards of which one number could be of either. */
export function findOverlap(
  cards: readonly Pick<Card, 'card' | 'pattern'>[],
): readonly [string, string] | undefined {
  const known = cards.map(({ card, pattern }) => ({ card, steps: stepsOf(pattern) }));
  for (const [index, { card, steps }] of known.entries())
    for (const other of known.slice(index + 1))
      if (typeof steps !== 'string' && typeof other.steps !== 'string' && canOverlap(steps, other.steps))
        return [card, other.card];
  return undefined;
}

/** All cards, in the order shown. */
export async function findCards(queries: Queries): Promise<Card[]> {
  const rows = await queries.all<CardRow>(`SELECT ${COLUMNS.join(', ')} FROM cards ORDER BY position`);
  return rows.map((row) => ({
    card: row.card,
    name: row.name,
    names: JSON.parse(row.names),
    pattern: row.pattern,
    check: row.check_digit,
    category: row.category,
    mode: row.mode,
    perDay: row.per_day,
    offline: row.offline,
    worthCents: row.worth_cents,
  }));
}

/** Those of the cards stay as they are, and no other transaction lets anybody in with them, until this one ends. */
export async function lockCards(tx: Transaction, slugs: readonly string[]): Promise<void> {
  await tx.all(`SELECT card FROM cards WHERE card IN ? ORDER BY card${tx.dialect.lockForUpdate}`, [slugs]);
}

/** Replaces the list. What stays is changed in its row, so that a scan that waits for it finds it. */
export async function replaceCards(
  tx: Transaction,
  before: readonly Card[],
  after: readonly Card[],
): Promise<void> {
  const kept = new Set(after.map(({ card }) => card));
  const removed = before.map(({ card }) => card).filter((card) => !kept.has(card));
  await tx.run('DELETE FROM cards WHERE card IN ?', [removed]);
  for (const [position, card] of after.entries()) await tx.run(SET, valuesOf(card, position));
}

function valuesOf(card: Card, position: number): SqlValue[] {
  return [
    ...[card.card, position, card.name, JSON.stringify(card.names), card.pattern, card.check],
    ...[card.category, card.mode, card.perDay, card.offline, card.worthCents],
  ];
}

const COLUMNS = [
  'card',
  'position',
  'name',
  'names',
  'pattern',
  'check_digit',
  'category',
  'mode',
  'per_day',
  'offline',
  'worth_cents',
];
const SET = `INSERT INTO cards (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})
  ON CONFLICT (card) DO UPDATE SET ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}`;

interface CardRow {
  readonly card: string;
  readonly name: string;
  readonly names: string;
  readonly pattern: string;
  readonly check_digit: CardCheck | null;
  readonly category: string;
  readonly mode: CardMode;
  readonly per_day: number;
  readonly offline: CardOffline;
  readonly worth_cents: number | null;
}
