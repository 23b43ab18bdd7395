import { attributes, type Html, html } from '../../pages/html.ts';

/** A bar that shows how full something is, beside the figures; nothing where there is no limit. */
export function shareBar(sold: number, capacity: number | null): Html | undefined {
  if (capacity === null || capacity === 0) return undefined;
  const width = Math.min(100, Math.round((sold / capacity) * 100));
  const isFull = (capacity - sold) * 10 <= capacity;
  return html` <svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="free" width="100" height="8"/><rect${attributes(
    { class: isFull ? 'full' : 'taken', width, height: 8 },
  )}/></svg>`;
}
