import { attributes, type Html, html } from '../../pages/html.ts';

/** Of a bar and the gap behind it. */
const BAR = 28;
const GAP = 5;
const HEIGHT = 100;
/** Fewer than so many leave the rest of the width free, where they have words. */
const BARS_AT_LEAST = 32;

/** Upright bars beside each other, and below some of them a word. What they say must be told elsewhere too. */
export function bars(
  values: readonly number[],
  label: string,
  { words, isNow }: { readonly words: readonly (string | false)[]; readonly isNow: number },
): Html {
  const below = words.map(
    (word, index) => word && html`<text${attributes({ x: index * BAR, y: HEIGHT + 16 })}>${word}</text>`,
  );
  const size = { viewBox: `0 0 ${Math.max(values.length, BARS_AT_LEAST) * BAR} ${HEIGHT + 20}` };
  return html`<svg role="img"${attributes({ 'aria-label': label, ...size })}>${rects(values, isNow)}${below}</svg>`;
}

/** The same over the whole width, with what stands at its top, its beginning and its end. */
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
