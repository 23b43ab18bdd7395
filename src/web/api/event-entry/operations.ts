import { resource } from '../../../contract/operation.ts';
import { Type } from '../../../contract/schema.ts';
import { PARAMETERS } from '../contract/fields.ts';
import { scoped } from '../contract/scoped.ts';
import examples from './examples.json' with { type: 'json' };

/** What tickets for special events have of general entry (the Operations group). */

const INCLUDES_ENTRY =
  'Whether tickets for the event include general entry of their day. true gives it to those that were sold before, false takes it from none.';
const TAKES_PLACE =
  'Whether each sale takes places of general entry of that day too, on days on which the museum is open.';

const EventEntry = Type.Object(
  {
    includesEntry: Type.Boolean({ description: INCLUDES_ENTRY }),
    takesPlace: Type.Boolean({ description: TAKES_PLACE }),
  },
  { title: 'EventEntry' },
);

const EventEntryInput = Type.Object(
  {
    includesEntry: Type.Optional(Type.Boolean({ description: `${INCLUDES_ENTRY} false when left out.` })),
    takesPlace: Type.Optional(Type.Boolean({ description: `${TAKES_PLACE} false when left out.` })),
  },
  { additionalProperties: false, title: 'EventEntryInput' },
);

const entry = scoped({
  name: 'general entry',
  success: { description: 'What the tickets have of general entry.', schema: EventEntry },
  input: EventEntryInput,
});

const PATH = '/special-events/{eventId}/entry';

export const eventEntryOperations = resource(
  { tag: 'Operations', parameters: PARAMETERS, examples },
  {
    getEventEntry: entry.get(
      PATH,
      'Gets whether tickets for a special event include general entry of their day.',
    ),
    setEventEntry: entry.set(
      PATH,
      'Sets whether tickets for a special event include general entry of their day (combined tickets), which is a fact of their sale, and whether they take places of it. Such a ticket has two entries: a door that admits general entry uses the first, at any time; the door of its event uses the second.',
    ),
  },
);
