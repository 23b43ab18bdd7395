import { catalogue } from '../../pages/texts.ts';

/** The word of each verdict, by its reason where there is one, and what to do about it. */
export const verdictTexts = catalogue('verdict', {
  'word-admitted': 'Admitted',
  'word-left': 'Left',
  'word-refused': 'Refused',
  'word-unreadable': 'No ticket',
  'word-forged': 'Forged',
  'word-unknown-ticket': 'Unknown',
  'word-void': 'Void',
  'word-cancelled': 'Cancelled',
  'word-other-event': 'Other door',
  'word-wrong-day': 'Wrong day',
  'word-already-admitted': 'Already in',
  'word-not-inside': 'Not inside',
  'advice-unreadable': 'Scan the QR code of the ticket, or type its confirmation code.',
  'advice-forged': 'Ask for the mail with the ticket, and send them to the desk.',
  'advice-unknown-ticket': 'Check what was typed; if it is right, send them to the desk.',
  'advice-void': 'It may have been exchanged: ask for the newer ticket.',
  'advice-cancelled': 'Send them to the desk.',
  'advice-other-event': 'Show them the way to the right door.',
  'advice-wrong-day': 'The desk can exchange it.',
  'advice-already-admitted': 'If they stepped out, send them to someone who may admit them anyway.',
  'advice-let-in': 'If they stepped out, admit them anyway.',
  'advice-not-inside': 'Let them go.',
});
