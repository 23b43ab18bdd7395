import { catalogue } from '../../pages/texts.ts';

/** The entry times of a day, with their figures. */
export const entryTimesTexts = catalogue('entryTimes', {
  heading: 'Entry times',
  span: { one: '{first}', other: '{first} to {last}, {count} times' },
  times: { one: '{count} entry time', other: '{count} entry times' },
  soldOutTimes: { one: '{count} time sold out', other: '{count} times sold out' },
  sold: { one: '{count} sold', other: '{count} sold' },
  came: { one: '{count} came', other: '{count} came' },
  left: { one: '{count} left', other: '{count} left' },
  soldOut: 'sold out',
  chart: 'Light: sold. Dark: came in. Most sold for {time}: {number}.',
});
