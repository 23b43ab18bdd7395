import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { lightened } from '../../core/colour.ts';
import { type Answer, send } from '../../http/answer.ts';
import { readOnCondition, tagged } from '../../http/conditional.ts';

/** The museum's own logo, if it has one. */
export interface LookSettings {
  readonly logo: { readonly bytes: Uint8Array; readonly contentType: string } | undefined;
}

/** The address of the logo. */
export interface OwnLook {
  readonly logo: string | undefined;
}

const PERMANENT = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
  // An SVG file is shown as an image only: opened by itself, it may run and load nothing.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

/** The style sheets with the museum's colour (#rrggbb), of which there may be one: at an address with the colour in it. */
export function colourSheets(colour: string | null): string[] {
  return colour === null ? [] : [`/shop/colour-${colour.slice(1).toLowerCase()}.css`];
}

/** Serves the style sheet of any colour: what it holds follows from its address. */
export function routeColour(app: FastifyInstance): void {
  app.get<{ Params: { readonly hex: string } }>('/shop/colour-:hex(^[0-9a-f]{6}).css', (request, reply) => {
    const headers = { ...PERMANENT, 'content-type': 'text/css; charset=utf-8' };
    const answer = tagged({ status: 200, headers, body: colourSheet(`#${request.params.hex}`) });
    return send(request, reply, readOnCondition(request, answer));
  });
}

/** Serves the logo at an address with a hash of its content. */
export function routeOwnLook(app: FastifyInstance, { logo }: LookSettings): OwnLook {
  if (logo === undefined) return { logo: undefined };
  const { bytes: body, contentType: type } = logo;
  const extension = type === 'image/png' ? 'png' : 'svg';
  const address = `/shop/logo-${hash('sha256', body, 'hex').slice(0, 16)}.${extension}`;
  const answer: Answer = tagged({ status: 200, headers: { ...PERMANENT, 'content-type': type }, body });
  app.get(address, (request, reply) => send(request, reply, readOnCondition(request, answer)));
  return { logo: address };
}

/** The colour in place of the red of tokens.css; in the dark, text has a lighter one. */
function colourSheet(colour: string): string {
  return `@layer tokens {
  :root { --museum-colour: ${colour}; --red: var(--museum-colour); --red-fill: var(--museum-colour); }
  @media (prefers-color-scheme: dark) { :root { --red: ${lightened(colour)}; } }
  @media print { :root { --red: var(--museum-colour); } }
}
`;
}
