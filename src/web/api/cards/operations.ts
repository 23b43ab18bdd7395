import {
  CARD_CHECKS,
  CARD_LIMITS,
  CARD_MODES,
  CARD_OFFLINE,
  type CardFault,
  cardFaults,
  MOST_CARDS,
  MOST_PER_DAY,
} from '../../../cards/index.ts';
import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import { HIGHEST_PRICE } from '../../../core/money.ts';
import type { Fault } from '../../../http/http-refusal.ts';
import { cardField, categoryField, namesField, PARAMETERS, wordsField } from '../contract/fields.ts';
import examples from './examples.json' with { type: 'json' };

/** Cards of others, with which visitors come in (the Operations group). */

const nameField = (description: string) => wordsField(CARD_LIMITS.name, description);

/** @param options of an amount that is sent: answers have no multipleOf, which validators get wrong for binary fractions */
const worthOf = (options: object) =>
  Type.Optional(
    Type.Number({
      format: 'float',
      minimum: 0,
      maximum: HIGHEST_PRICE,
      ...options,
      description: 'What its issuer pays for a visit; nothing when left out.',
    }),
  );

const cardFields = () => ({
  card: cardField(),
  name: nameField('Name of the card'),
  pattern: Type.String({
    minLength: 1,
    maxLength: CARD_LIMITS.pattern,
    description:
      'What its numbers look like: #{n} or #{n,m} stands for digits, @{n} or @{n,m} for letters A to Z, \\ takes the next sign as it is, and all else is itself. All of a number is compared, in capitals and without white space around it. At most 20 runs of digits or letters, and no text of more than 60 characters may match.',
  }),
  check: Type.Optional(
    Type.Enum([...CARD_CHECKS], {
      type: 'string',
      title: 'CardCheck',
      description:
        'How a number is checked: luhn (ISO/IEC 7812-1), ean13, or mod97 (ISO/IEC 7064, MOD 97-10). Not at all when left out.',
    }),
  ),
  category: categoryField(),
  mode: Type.Enum([...CARD_MODES], {
    type: 'string',
    title: 'CardMode',
    description:
      'show: somebody at the gate looks at the card; list: its number must be in the card’s list; live: its issuer is asked.',
  }),
  perDay: Type.Integer({
    minimum: 1,
    maximum: MOST_PER_DAY,
    description: `How often one card lets in on a day: 1 to ${MOST_PER_DAY}.`,
  }),
  offline: Type.Enum([...CARD_OFFLINE], {
    type: 'string',
    title: 'CardOffline',
    description:
      'What a gate without a network does with such a card, and the service when its issuer does not answer.',
  }),
});

const Card = Type.Object(
  { ...cardFields(), names: namesField(CARD_LIMITS.name), worth: worthOf({}) },
  { title: 'Card' },
);

const CardInput = Type.Object(
  {
    ...cardFields(),
    names: namesField(CARD_LIMITS.name, { additionalProperties: false }),
    worth: worthOf({ multipleOf: 0.01 }),
  },
  { additionalProperties: false, title: 'CardInput' },
);

const COMPLAINTS: Readonly<Record<CardFault['fault'], readonly [member: string, complaint: string]>> = {
  repeated: ['card', 'is given twice'],
  bare: [
    'pattern',
    'has # or @ without how many, such as #{8} or @{2,3}; write \\# or \\@ for the sign itself',
  ],
  zero: ['pattern', 'has a run of no signs: {n} must be 1 or more'],
  bounds: ['pattern', 'has a run {n,m} where n is more than m'],
  runs: ['pattern', 'has more than 20 runs of digits or letters'],
  long: ['pattern', 'matches texts of more than 60 characters'],
  escape: ['pattern', 'ends with \\, behind which a sign is missing'],
  empty: ['pattern', 'matches a text of no characters'],
  'own-code': ['pattern', 'matches texts that could be codes of the museum’s own tickets, passes or orders'],
  'no-ean': ['pattern', 'matches no number of thirteen digits, which ean13 needs'],
};

/** The faults of a list of any shape that its schema can't say. */
function listFaults(body: unknown): Fault[] {
  if (!Array.isArray(body) || body.length > MOST_CARDS) return [];
  const listed = body.map((each: Record<string, unknown> | null, index) => ({
    // What is no text is a fault of the schema.
    card: typeof each?.card === 'string' ? each.card : `#${index}`,
    pattern:
      typeof each?.pattern === 'string' && each.pattern.length <= CARD_LIMITS.pattern ? each.pattern : 'X',
    check: CARD_CHECKS.find((check) => check === each?.check) ?? null,
  }));
  return cardFaults(listed).map(({ index, fault }) => {
    const [member, complaint] = COMPLAINTS[fault];
    return { in: 'body', pointer: `/${index}/${member}`, detail: `${index}/${member} ${complaint}.` };
  });
}

const success = {
  description: 'The cards, in the order shown.',
  schema: Type.Array(Card, { title: 'Cards' }),
} as const;

/** In bytes. */
const NUMBERS_LIMIT = 32 * 1024 * 1024;

export const cardOperations = resource(
  { tag: 'Operations', permission: 'arrange-programme', parameters: PARAMETERS, examples },
  {
    listCards: {
      method: 'GET',
      path: '/cards',
      summary: 'List the cards of others',
      description: 'Lists the cards of other issuers with which visitors come in, in the order shown.',
      success,
    },
    setCards: {
      method: 'PUT',
      path: '/cards',
      summary: 'Set the cards of others',
      description:
        'Replaces the list of cards of other issuers. No number may be of two of them, nor a code of the museum’s own. The list of numbers of a card that is left out is deleted.',
      body: {
        schema: Type.Array(CardInput, {
          maxItems: MOST_CARDS,
          title: 'CardsInput',
          description: `The cards: at most ${MOST_CARDS}.`,
        }),
        faultsOf: listFaults,
      },
      success,
      problems: ['cards-overlap', 'category-unknown'],
    },
    importCardNumbers: {
      method: 'POST',
      path: '/cards/{card}/numbers',
      summary: 'Import the numbers of a card',
      description:
        'Replaces the list of a card’s numbers, all at once: one number on each line, in UTF-8, at most 32 MiB. With add=true the numbers are added. Empty lines are ignored, and a number that is there twice counts once. The numbers are kept as keyed hashes only.',
      query: Type.Object({
        add: Type.Optional(
          Type.Boolean({ default: false, description: 'Whether the numbers are added to the list.' }),
        ),
      }),
      file: { mediaTypes: ['text/plain'], limit: NUMBERS_LIMIT, isStreamed: true },
      success: {
        description: 'How many numbers the list has now.',
        schema: Type.Object(
          { numbers: Type.Integer({ minimum: 0, description: 'How many numbers the list has.' }) },
          { title: 'CardNumbers' },
        ),
      },
      problems: ['card-not-found', 'card-numbers-invalid'],
    },
  },
);
