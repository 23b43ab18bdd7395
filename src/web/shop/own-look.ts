import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { contrast } from '../../core/colour.ts';
import { type Answer, send } from '../../http/answer.ts';
import { readOnCondition, tagged } from '../../http/conditional.ts';

/** The museum's own colour (#rrggbb) and logo, as far as it has set them. */
export interface LookSettings {
  readonly colour: string | undefined;
  readonly logo: { readonly bytes: Uint8Array; readonly contentType: string } | undefined;
}

/** The addresses of a style sheet with the colour, and of the logo. */
export interface OwnLook {
  readonly colourSheet: string | undefined;
  readonly logo: string | undefined;
}

const PERMANENT = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
  // An SVG file is shown as an image only: opened by itself, it may run and load nothing.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

/** Serves them, each at an address with a hash of its content. */
export function routeOwnLook(app: FastifyInstance, { colour, logo }: LookSettings): OwnLook {
  const route = (name: string, extension: string, type: string, body: string | Uint8Array) => {
    const address = `/shop/${name}-${hash('sha256', body, 'hex').slice(0, 16)}.${extension}`;
    const answer: Answer = tagged({ status: 200, headers: { ...PERMANENT, 'content-type': type }, body });
    app.get(address, (request, reply) => send(request, reply, readOnCondition(request, answer)));
    return address;
  };
  return {
    colourSheet: colour && route('colour', 'css', 'text/css; charset=utf-8', colourSheet(colour)),
    logo:
      logo && route('logo', logo.contentType === 'image/png' ? 'png' : 'svg', logo.contentType, logo.bytes),
  };
}

/** The background of pages in the dark, and the contrast that text needs (WCAG 2.2, 1.4.3). */
const DARK_PAPER = '#14181f';
const LEAST_CONTRAST = 4.5;

/** The colour in place of the red of tokens.css; in the dark, text has a lighter one. */
function colourSheet(colour: string): string {
  return `@layer tokens {
  :root { --museum-colour: ${colour}; --red: var(--museum-colour); --red-fill: var(--museum-colour); }
  @media (prefers-color-scheme: dark) { :root { --red: ${lightened(colour)}; } }
  @media print { :root { --red: var(--museum-colour); } }
}
`;
}

/** Mixed with as little white as it takes to be read on dark paper. */
function lightened(colour: string): string {
  const channels = [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));
  for (let white = 0; white < 1; white += 0.05) {
    const mixed = channels.map((channel) => Math.round(channel + (255 - channel) * white));
    const text = `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
    if (contrast(text, DARK_PAPER) >= LEAST_CONTRAST) return text;
  }
  return '#ffffff';
}
