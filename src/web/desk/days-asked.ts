import { parseCalendarDay } from '../../core/calendar-day.ts';
import type { Fields } from '../../pages/forms.ts';
import type { Html } from '../../pages/html.ts';
import type { Clerk } from './desk-page.ts';
import { reportsTexts } from './reports-texts.ts';

/** The first and the last day of what is asked for. Either may be left empty. */
export function dayInputs({ language }: Clerk, { inputs }: Fields<'from' | 'to'>): Html {
  const say = reportsTexts(language);
  const day = { type: 'date' };
  return inputs({ from: { label: say('from'), with: day }, to: { label: say('to'), with: day } });
}

/** The days that were typed, and what is wrong with them. */
export function readDays({ language }: Clerk, typed: { readonly from?: string; readonly to?: string }) {
  const say = reportsTexts(language);
  const [from, to] = [parseCalendarDay(typed.from ?? ''), parseCalendarDay(typed.to ?? '')];
  const isBackwards = from !== undefined && to !== undefined && to < from;
  const faults = {
    from: typed.from && from === undefined && say('dayFault'),
    to: (isBackwards && say('rangeFault')) || (typed.to && to === undefined && say('dayFault')),
  };
  return { from, to, faults };
}
