import { Type } from '../../../contract/schema.ts';
import { MOST_COUNTED } from '../../../gate/index.ts';
import {
  categoryField,
  gateField,
  instantField,
  sentAtField,
  visitIdField,
  wordsField,
} from '../contract/fields.ts';

/** People who come in without a ticket, as somebody at a door counts them. */

const directionField = () =>
  Type.Enum(['in', 'out'], {
    type: 'string',
    title: 'VisitDirection',
    description: 'in: they enter (the default). out: they leave.',
  });

const visitFields = () => ({
  visitId: visitIdField(),
  category: categoryField(),
  persons: Type.Integer({
    minimum: 1,
    maximum: MOST_COUNTED,
    description: `How many persons pass: 1 to ${MOST_COUNTED}.`,
  }),
  direction: Type.Optional(directionField()),
  gate: Type.Optional(gateField()),
  note: Type.Optional(wordsField(100, 'What is to be remembered of them for 90 days, without personal data')),
});

export const VisitCount = Type.Object(
  {
    ...visitFields(),
    at: Type.Optional(instantField('When they passed, by the clock of the device; now when left out.')),
  },
  { additionalProperties: false, title: 'VisitCount' },
);

export const OfflineVisit = Type.Object(
  { ...visitFields(), at: instantField('When they passed, by the clock of the device.') },
  { additionalProperties: false, title: 'OfflineVisit' },
);

export const Visit = Type.Object(
  {
    ...visitFields(),
    direction: directionField(),
    at: instantField('When they passed.'),
    undoneAt: Type.Optional(instantField('When the count was undone; only in the response to undoVisit.')),
  },
  { title: 'Visit' },
);

/** When something was undone that a device recorded. */
export const undoQuery = (undoneAt: string) =>
  Type.Object({
    undoneAt: Type.Optional(instantField(undoneAt)),
    sentAt: Type.Optional(sentAtField()),
  });
