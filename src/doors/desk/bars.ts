import { attributes, type Html, html } from '../../pages/html.ts';

const BAR = 28;
const HEIGHT = 100;
/** Fewer than so many leave the rest of the width free. */
const BARS_AT_LEAST = 32;

/** Upright bars beside each other, and below some of them a word. What they say must be told elsewhere too. */
export function bars(
  values: readonly number[],
  label: string,
  { words = [], isNow }: { readonly words?: readonly (string | false)[]; readonly isNow?: number } = {},
): Html {
  const most = Math.max(...values);
  const shown = values.map((value, index) => {
    const height = most <= 0 ? 0 : Math.round((Math.max(0, value) / most) * HEIGHT);
    const place = { x: index * BAR, y: HEIGHT - height, width: BAR - 5, height };
    return html`<rect${attributes({ ...place, class: index === isNow && 'now' })}/>`;
  });
  const below = words.map(
    (word, index) => word && html`<text${attributes({ x: index * BAR, y: HEIGHT + 16 })}>${word}</text>`,
  );
  const size = { viewBox: `0 0 ${Math.max(values.length, BARS_AT_LEAST) * BAR} ${HEIGHT + 20}` };
  return html`<svg role="img"${attributes({ 'aria-label': label, ...size })}>${shown}${below}</svg>`;
}
