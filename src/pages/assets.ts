import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { lazy } from '../core/lazy.ts';
import { acceptsEncoding } from '../http/accept.ts';
import { type Answer, send } from '../http/answer.ts';
import { readOnCondition, tagged } from '../http/conditional.ts';
import { HttpRefusal } from '../http/http-refusal.ts';

/** Files for browsers, each at an address with a hash of its content, so that it can be cached for a year. */
export interface Assets {
  /** `base.css` is at `/assets/base-3f0c….css`. @throws TypeError when there is no such file */
  address(name: string): string;
  /** The answers for the file's address, by content coding. */
  find(file: string): Readonly<Record<Encoding, () => Promise<Answer>>> | undefined;
}

/** Best first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/**
 * Opens the files of these folders, and further files under given names. References in scripts and style sheets
 * (`./name` or `../../folder/name`, in quotes) are replaced by the addresses. Files are read when they are first needed.
 */
export function openAssets(
  folders: readonly URL[],
  others: () => Readonly<Record<string, URL>> = () => ({}),
): Assets {
  let sources: Readonly<Record<string, URL>> | undefined;
  const names = new Map<string, string>();
  const bodies = new Map<string, ReturnType<Assets['find']>>();

  const address = (name: string): string => `/assets/${names.get(name) ?? publish(name)}`;

  function publish(name: string): string {
    sources ??= { ...filesOf(folders), ...others() };
    const source = sources[name];
    if (source === undefined) throw new TypeError(`There is no file ${name} among the assets.`);
    const body = withAddresses(name, readFileSync(source));
    const extension = extname(name);
    const file = `${name.slice(0, -extension.length)}-${hash('sha256', body, 'hex').slice(0, 16)}${extension}`;
    names.set(name, file);
    bodies.set(file, encoded(TYPES[extension] as string, body));
    return file;
  }

  function withAddresses(name: string, body: Buffer): Buffer {
    if (!/\.(?:css|js)$/.test(name)) return body;
    return Buffer.from(
      body
        .toString()
        .replaceAll(/(?<=["'(])\.{1,2}\/(?:[\w.-]+\/)*([\w.-]+)(?=["')])/g, (quoted, other: string) =>
          Object.hasOwn(sources ?? {}, other) ? address(other) : quoted,
        ),
    );
  }

  return {
    address,
    find(file) {
      const name = file.replace(/-[0-9a-f]{16}(?=\.\w+$)/, '');
      sources ??= { ...filesOf(folders), ...others() };
      if (Object.hasOwn(sources, name)) address(name);
      return bodies.get(file);
    },
  };
}

/** Serves all of them below /assets/. */
export function routeAssets(app: FastifyInstance, all: readonly Assets[]): void {
  app.get('/assets/:file', async (request, reply) => {
    const { file } = request.params as { file: string };
    const encodings = all.map((assets) => assets.find(file)).find((found) => found !== undefined);
    if (encodings === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
    send(request, reply, readOnCondition(request, await encodings[encodingFor(request)]()));
  });
}

function filesOf(folders: readonly URL[]): Record<string, URL> {
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => [name, new URL(name, folder)]));
  return Object.fromEntries(files.filter(([name]) => extname(name as string) in TYPES));
}

function encoded(type: string, body: Uint8Array): Readonly<Record<Encoding, () => Promise<Answer>>> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }; // 11 takes seconds for a megabyte
  return {
    br: lazy(async () => answer(type, await promisify(brotliCompress)(body, quality), 'br')),
    gzip: lazy(async () => answer(type, await promisify(gzip)(body), 'gzip')),
    identity: lazy(async () => answer(type, body)),
  };
}

function answer(type: string, body: Uint8Array, encoding?: string): Answer {
  return tagged({
    status: 200,
    headers: {
      'content-type': type,
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'Accept-Encoding',
    },
    body,
  });
}

function encodingFor({ headers }: FastifyRequest): Encoding {
  return ENCODINGS.find((coding) => coding === 'identity' || acceptsEncoding(coding, headers)) as Encoding;
}
