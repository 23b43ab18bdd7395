import { attributes, type Html, html } from '../../pages/html.ts';

/** The width of a bar together with the gap behind it, in units of the chart. */
const BAR = 28;
const GAP = 5;
const HEIGHT = 100;
/** A chart with labels below its bars has room for at least this many; with fewer bars the rest of its width stays free. */
const BARS_AT_LEAST = 32;

/**
 * A bar chart with labels below some bars. Positions are shares of the width, so that labels have the same size on a
 * phone. The page must give the figures as text too.
 */
export function bars(
  values: readonly number[],
  label: string,
  { words, isNow }: { readonly words: readonly (string | false)[]; readonly isNow: number },
): Html {
  return chart(rects(values, isNow), values, label, words);
}

/** With so many bars there is room for the value of each above it. */
const BARS_WITH_VALUES = 40;

function chart(
  rects: readonly Html[],
  values: readonly number[],
  label: string,
  labels: readonly (string | false)[],
): Html {
  const count = Math.max(values.length, BARS_AT_LEAST);
  const most = Math.max(1, ...values);
  const above = values.map((value, index) => {
    const x = `${shareOf(index + (BAR - GAP) / 2 / BAR, count)}%`;
    const place = { class: 'value', x, y: `${HEIGHT - Math.round((value / most) * HEIGHT)}%`, dy: '-0.4em' };
    return value > 0 && html`<text${attributes(place)}>${value}</text>`;
  });
  const below = labels.map(
    (word, index) =>
      word &&
      html`<text${attributes({ x: `${shareOf(index, count)}%`, y: '100%', dy: '1.4em' })}>${word}</text>`,
  );
  const size = { viewBox: `0 0 ${count * BAR} ${HEIGHT}`, preserveAspectRatio: 'none' };
  const shown = values.length <= BARS_WITH_VALUES && html`<g>${above}</g>`;
  return html`<svg role="img"${attributes({ 'aria-label': label })}><svg${attributes(size)}>${rects}</svg>${shown}${below}</svg>`;
}

function shareOf(index: number, count: number): number {
  return Math.round((index / count) * 10_000) / 100;
}

interface ValuedBar {
  readonly value: number;
  readonly above: string | false;
  /** What stands upright where there is no bar. */
  readonly mark?: string | false;
  readonly below: string;
  /** Whether what stands below it stands out. */
  readonly isStrong?: boolean;
  /** What stands beside its top, above all values. */
  readonly note?: string | undefined;
}

/** Bars over the whole width, each with a text above and one below it. */
export function valuedBars(bars: readonly ValuedBar[], label: string): Html {
  const most = bars.reduce((highest, { value }) => Math.max(highest, value), 1);
  const middle = (index: number) => `${shareOf(index + (BAR - GAP) / 2 / BAR, bars.length)}%`;
  const above = bars.map(({ value, above: text }, index) => {
    const place = { x: middle(index), y: `${HEIGHT - Math.round((value / most) * HEIGHT)}%`, dy: '-0.4em' };
    return text && html`<text class="value"${attributes(place)}>${text}</text>`;
  });
  const marks = bars.map(({ mark }, index) => {
    const place = { class: 'mark', x: middle(index), y: '100%' };
    const upright = { transform: 'rotate(-90)', dx: '0.5em', dy: '0.35em' };
    return mark && html`<svg${attributes(place)}><text${attributes(upright)}>${mark}</text></svg>`;
  });
  const below = bars.map(({ below: text, isStrong }, index) => {
    const place = { class: isStrong && 'strong', x: middle(index), y: '100%', dy: '1.4em' };
    return html`<text${attributes(place)}>${text}</text>`;
  });
  // Towards the middle, so that there is room for it.
  const notes = bars.map(({ note }, index) => {
    const side = index * 2 < bars.length ? 'start' : 'end';
    return (
      note &&
      html`<text${attributes({ class: `note ${side}`, x: middle(index), y: '0%', dy: '-1.6em' })}>${note}</text>`
    );
  });
  const size = { viewBox: `0 0 ${bars.length * BAR} ${HEIGHT}`, preserveAspectRatio: 'none' };
  const values = html`<svg${attributes(size)}>${rects(bars.map(({ value }) => value))}</svg>`;
  return html`<svg role="img"${attributes({ 'aria-label': label })}>${values}<g>${above}</g>${marks}${below}${notes}</svg>`;
}

/** Bars over the whole width, with texts above them and at both ends. */
export function labelledBars(
  values: readonly number[],
  label: string,
  { top, first, last }: { readonly top: string; readonly first: string; readonly last: string },
): Html {
  const size = { viewBox: `0 0 ${values.length * BAR - GAP} ${HEIGHT}`, preserveAspectRatio: 'none' };
  return html`<p class="top">${top}</p>
<svg role="img"${attributes({ 'aria-label': label, ...size })}>${rects(values)}</svg>
<p class="ends"><span>${first}</span> <span>${last}</span></p>`;
}

/** A bar for each pair, with labels below some: what has come of what was expected, which stands behind it. */
export function pairedBars(
  pairs: readonly { readonly expected: number; readonly come: number }[],
  label: string,
  labels: readonly (string | false)[],
): Html {
  const most = pairs.reduce((highest, { expected, come }) => Math.max(highest, expected, come), 0);
  const rect = (value: number, index: number, kind: string) => {
    const height = most === 0 ? 0 : Math.round((value / most) * HEIGHT);
    return html`<rect${attributes({ x: index * BAR, y: HEIGHT - height, width: BAR - GAP, height, class: kind })}/>`;
  };
  const rects = pairs.map(
    ({ expected, come }, index) => html`${rect(expected, index, 'expected')}${rect(come, index, 'come')}`,
  );
  const highest = pairs.map(({ expected, come }) => Math.max(expected, come));
  return chart(rects, highest, label, labels);
}

/** A bar that shows how full something is, beside the figures; nothing where there is no limit. */
export function shareBar(sold: number, capacity: number | null): Html | undefined {
  if (capacity === null || capacity === 0) return undefined;
  const width = Math.min(100, Math.round((sold / capacity) * 100));
  const isFull = (capacity - sold) * 10 <= capacity;
  const taken = attributes({ class: isFull ? 'full' : 'taken', width, height: 8 });
  const bars = html`<rect class="free" width="100" height="8"/><rect${taken}/>`;
  return html` <svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>`;
}

function rects(values: readonly number[], isNow?: number): Html[] {
  const most = values.reduce((one, other) => Math.max(one, other), 0);
  return values.map((value, index) => {
    const height = most <= 0 ? 0 : Math.round((Math.max(0, value) / most) * HEIGHT);
    const place = { x: index * BAR, y: HEIGHT - height, width: BAR - GAP, height };
    return html`<rect${attributes({ ...place, class: index === isNow && 'now' })}/>`;
  });
}
