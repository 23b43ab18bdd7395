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
  const count = Math.max(values.length, BARS_AT_LEAST);
  const below = words.map(
    (word, index) =>
      word &&
      html`<text${attributes({ x: `${shareOf(index, count)}%`, y: '100%', dy: '1.4em' })}>${word}</text>`,
  );
  const size = { viewBox: `0 0 ${count * BAR} ${HEIGHT}`, preserveAspectRatio: 'none' };
  return html`<svg role="img"${attributes({ 'aria-label': label })}><svg${attributes(size)}>${rects(values, isNow)}</svg>${below}</svg>`;
}

function shareOf(index: number, count: number): number {
  return Math.round((index / count) * 10_000) / 100;
}

/** The same over the whole width, with texts above it and at both ends. */
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

function rects(values: readonly number[], isNow?: number): Html[] {
  const most = values.reduce((one, other) => Math.max(one, other), 0);
  return values.map((value, index) => {
    const height = most <= 0 ? 0 : Math.round((Math.max(0, value) / most) * HEIGHT);
    const place = { x: index * BAR, y: HEIGHT - height, width: BAR - GAP, height };
    return html`<rect${attributes({ ...place, class: index === isNow && 'now' })}/>`;
  });
}
