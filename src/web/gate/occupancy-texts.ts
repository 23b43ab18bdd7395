import { catalogue } from '../../pages/texts.ts';

/** How many visitors are inside, for whoever decides whether to let more in. */
export const occupancyTexts = catalogue('occupancy', {
  title: 'Visitors inside',
  inside: { one: 'inside now', other: 'inside now' },
  left: { one: 'left', other: 'left' },
  admitted: { one: 'admitted today', other: 'admitted today' },
  sold: { one: 'sold for today', other: 'sold for today' },
  conflicts: { one: 'admitted twice', other: 'admitted twice' },
  asOf: 'As of {time}',
  noConnection: 'No connection. These figures are from {time}.',
  update: 'Update',
  byEvent: 'By event',
  byEntry: 'By way in',
  insideColumn: 'Inside',
  what: 'What',
  soldColumn: 'Sold',
  admittedColumn: 'Admitted',
  toComeColumn: 'Still to come',
  anEvent: 'A special event',
  nothing: 'Nothing is on today.',
  toGate: 'To the gate',
  notAllowed:
    'Your account may not see how many visitors are inside. Ask an admin, or sign in with another account.',
});
