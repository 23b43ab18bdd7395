import type { RefusalFacts } from '../../../core/refusal.ts';
import type { Fault } from '../../../http/http-refusal.ts';
import { ORDER_ID, PASS_ID, type SomeProblems } from './problem-texts.ts';

const NOT_SOLD: Readonly<Record<RefusalFacts['pass-not-sold']['because'], string>> = {
  'off-sale': 'is not on sale',
  channel: 'is not sold in this way',
  over: 'is not valid any more',
};

const NOT_CHANGED: Readonly<Record<RefusalFacts['pass-not-changed']['because'], string>> = {
  void: 'is void',
  blocked: 'is blocked already',
  'not-blocked': 'is not blocked',
  replaced: 'was replaced by another',
};

/** What can’t be done with passes of the museum. */
export const PASS_TEXTS = {
  'pass-invalid': {
    title: 'A pass can’t be ordered so',
    meaning: 'The request names a type of passes that the museum does not have, or no possible first day.',
    remedy: 'Look at GET /pass-types. The member "errors" says where the fault is.',
    detail: (facts) => passFaults(facts)[0]?.detail ?? '',
    members: (facts) => ({ errors: passFaults(facts) }),
    example: { faults: [{ passType: 'anual', position: 0, because: 'unknown' }] },
  },
  'pass-not-of-order': {
    title: 'The pass is not in the order',
    meaning: 'The request names passes that do not belong to the order.',
    remedy: 'Name passes that GET /orders/{orderId} shows. The member "errors" says where the fault is.',
    detail: (facts) => strangePasses(facts)[0]?.detail ?? '',
    members: (facts) => ({ errors: strangePasses(facts) }),
    example: { orderId: ORDER_ID, passIds: [PASS_ID] },
  },
  'pass-not-sold': {
    title: 'The pass is not sold here now',
    meaning: 'The type of passes is off sale, is not sold in this way, or its last day has passed.',
    remedy: 'Leave the pass out, or choose another type: GET /pass-types lists them.',
    detail: ({ name, because }) => `"${name}" ${NOT_SOLD[because]}.`,
    example: { passType: 'annual', name: 'Annual pass', because: 'channel' },
  },
  'pass-type-in-use': {
    title: 'A type of passes is in use',
    meaning: 'A type of which passes were sold can’t be left out of the list. Nothing was changed.',
    remedy: 'Send the type as it was, with "onSale": false if it is no longer sold.',
    detail: ({ removed }) => `These were sold, and can’t be left out: ${removed.join(', ')}.`,
    example: { removed: ['annual'] },
  },
  'too-many-pass-types': {
    title: 'All numbers of types of passes were given',
    meaning:
      'Each type has a number in the codes of its passes, which is never given to another type, also when it is left out of the list. There are 63. Nothing was changed.',
    remedy: 'Change a type that was never sold instead of replacing it by another.',
    detail: ({ limit, lacking }) =>
      `There are ${limit} numbers for types of passes, and all were given: ${lacking} more would be needed.`,
    example: { limit: 63, lacking: 1 },
  },
  'pass-not-found': {
    title: 'There is no such pass',
    meaning:
      'There is no pass with this identifier, or this account may not see it: partners see those that they sold.',
    remedy: 'Check the passId. GET /passes finds passes by code, holder or e-mail address.',
    detail: (facts) => `There is no pass ${'passId' in facts ? facts.passId : facts.passCode}.`,
    example: { passId: PASS_ID },
  },
  'pass-not-changed': {
    title: 'The pass can’t be changed so',
    meaning:
      'A pass that is void or was replaced is not changed any more. A blocked pass can’t be blocked again, and one that is not can’t be unblocked.',
    remedy: 'Look at the pass, which says how it stands.',
    detail: ({ passId, because }) => `The pass ${passId} ${NOT_CHANGED[because]}.`,
    example: { passId: PASS_ID, because: 'void' },
  },
  'pass-withdrawn': {
    title: 'The pass has no code',
    meaning: 'A pass that is blocked or void admits nobody, so its code is not given any more.',
    remedy: 'Unblock it, or take the pass that replaces it.',
    detail: ({ passId, because }) => `The pass ${passId} is ${because}.`,
    example: { passId: PASS_ID, because: 'blocked' },
  },
} as const satisfies SomeProblems;

type PassFault = RefusalFacts['pass-invalid']['faults'][number];

function passFaults({ faults }: RefusalFacts['pass-invalid']): Fault[] {
  return faults.map((fault) => {
    const [member, complaint] = complaintOf(fault);
    const pointer = `/items/${fault.position}/${member}`;
    return { in: 'body', pointer, detail: `${pointer.slice(1)} ${complaint}.` };
  });
}

function complaintOf({
  passType,
  because,
  least,
  most,
}: PassFault): readonly [member: string, complaint: string] {
  switch (because) {
    case 'unknown':
      return ['pass', `must be a type that GET /pass-types lists, not ${passType}`];
    case 'from-of-fixed':
      return ['from', `must be left out: all passes of the type ${passType} are valid on the same days`];
    case 'same-days':
      return [
        'pass',
        `is ${passType}, whose passes are all valid on the same days: there are no later ones yet`,
      ];
    case 'from':
      return ['from', `must be a day from ${least} to ${most}`];
  }
}

function strangePasses({ orderId, passIds }: RefusalFacts['pass-not-of-order']): Fault[] {
  return passIds.map((passId) => {
    return {
      in: 'body',
      pointer: '/passes',
      detail: `passes must be of the order ${orderId}; ${passId} is not.`,
    };
  });
}
