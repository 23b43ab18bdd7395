import { resource } from '../../../contract/operation.ts';
import { PARAMETERS } from '../contract/fields.ts';
import examples from './examples.json' with { type: 'json' };
import { undoQuery, Visit, VisitCount } from './fields.ts';

/** People who come in without a ticket. */
export const visitOperations = resource(
  { tag: 'Gate', parameters: PARAMETERS, permission: 'admit-visitors', examples },
  {
    countVisitors: {
      method: 'POST',
      path: '/visits',
      summary: 'Count visitors without a ticket',
      description:
        'Records people who come in, or leave, without a ticket. They count in the occupancy and in the report of visits. On a day, never more leave than came in without a ticket. The device assigns the visitId: a repeated request with the same visitId and the same visitors is answered with 200, and counts once. A time from before the museum’s first ticket was sold that is more than 30 days old is refused.',
      body: VisitCount,
      success: {
        status: 201,
        repeatStatus: 200,
        description: 'The visitors are counted.',
        schema: Visit,
      },
      problems: ['category-unknown', 'visit-id-reused', 'more-left-than-came', 'implausible-scan-times'],
    },
    undoVisit: {
      method: 'POST',
      path: '/visits/{visitId}/undo',
      summary: 'Undo a count of visitors',
      description:
        'Undoes a count. The account that counted may undo it within 10 minutes; a manager or admin may undo it at any time that day. For a count whose time a device told, the time in undoneAt counts, if it is reported within 10 minutes after the count was recorded.',
      query: undoQuery('When it was undone, by the clock of the device that counted; now when left out.'),
      success: {
        description: 'The count that was undone.',
        schema: Visit,
      },
      problems: ['visit-not-found', 'not-undoable'],
    },
  },
);
