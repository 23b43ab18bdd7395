import { NOT_SENT } from '../../mail/index.ts';
import { catalogue } from '../../pages/texts.ts';
import { FAILURE_REASONS } from '../../webhooks/index.ts';

/** Mails to visitors and messages to other systems. */
export const deliveriesTexts = catalogue('deliveries', {
  title: 'Sent',
  which: 'Which',
  all: 'All',
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
  dropped: 'Not sent',
  happened: 'Happened',
  state: 'State',
  again: 'Resend',
  sendAgain: 'Resend',
  attempts: { one: '{count} attempt', other: '{count} attempts' },
  next: 'next {time}',
  none: 'Nothing here.',
  older: 'Older',
  allFailedAgain: {
    one: 'Resend the {count} that failed',
    other: 'Resend the {count} that failed',
  },
});

/** Why something was not sent or did not arrive, where that is one of the usual reasons. */
export const troubleTexts = catalogue('trouble', { ...FAILURE_REASONS, ...NOT_SENT });
