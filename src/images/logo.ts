import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { readChunks, SIGNATURE } from './png.ts';
import type { TicketFace } from './ticket-face.ts';
import { LOGO } from './ticket-layout.ts';
import { PRELOADS } from './ticket-painter.ts';

/** The museum's logo. */
export interface Logo {
  /** The file as it was given. It is to be shown as an image only: an SVG file may hold scripts. */
  readonly bytes: Buffer;
  readonly contentType: 'image/png' | 'image/svg+xml';
  /** In grey, as it is on tickets. */
  readonly onTickets: NonNullable<TicketFace['logo']>;
  /** A PNG file for mails, to be shown at half its size. */
  readonly picture: { readonly png: Uint8Array; readonly width: number; readonly height: number };
}

/** The picture has this many pixels for each on a ticket, across and down. */
const OVERSAMPLING = 2;
const MOST_PIXELS = 2_000;
/** The shade of ink; paper is 0. */
const DARKEST = 9;

/** A declaration, comments and a document type may stand before the root element. Each ends at its first end. */
const SVG =
  /^(?:\s|<\?xml[^>]*>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE[^[>]*(?:\[(?:(?!\]\s*>)[\s\S])*\]\s*)?>)*<svg[\s>]/;
const TEXT_ELEMENT = /<text[\s>]/;

/** No file that shows a logo needs longer, on a slow machine either. */
const TIME_LIMIT_MS = 10_000;
/** The limits of the thread; logo-worker.ts limits the memory of the renderer. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128 };

/**
 * Reads a PNG or SVG file and draws it; or says what is wrong with it. It is drawn in a thread with limits of time and
 * memory, because a small file can ask for hours of filters, or hold a picture that is unpacked to gigabytes.
 */
export async function readLogo(bytes: Buffer, timeLimitMs = TIME_LIMIT_MS): Promise<Logo | string> {
  const worker = new Worker(new URL('logo-worker.ts', import.meta.url), {
    workerData: bytes,
    execArgv: PRELOADS,
    resourceLimits: RESOURCE_LIMITS,
  });
  const timer = new AbortController();
  const tooLong = `takes longer than ${timeLimitMs / 1_000} s to draw. Use a simpler one.`;
  try {
    const [read] = await Promise.race([
      once(worker, 'message', timer),
      sleep(timeLimitMs, [tooLong] as const, timer),
    ]);
    return typeof read === 'string' ? read : { ...(read as Logo), bytes };
  } catch (error) {
    return cannotBeDrawn(error);
  } finally {
    timer.abort();
    await worker.terminate();
  }
}

/** Reads and draws it without limits. */
export async function drawLogo(bytes: Buffer): Promise<Logo | string> {
  const contentType = typeOf(bytes);
  if (contentType === undefined) return 'is neither a PNG nor an SVG file.';
  const svg = contentType === 'image/png' ? aroundPng(bytes) : bytes.toString();
  if (svg === undefined) return `is damaged, or has more than ${MOST_PIXELS} pixels in a row or column.`;
  if (TEXT_ELEMENT.test(svg)) return 'contains text, for which there is no font. Convert it to paths.';
  const drawn = await draw(svg);
  if (typeof drawn === 'string') return drawn;
  const onTickets = shadesOf(drawn);
  if (onTickets.every((row) => /^0*$/.test(row)))
    return 'shows nothing on white paper. Use a version for light backgrounds.';
  const { png, width, height } = drawn;
  return { bytes, contentType, onTickets, picture: { png, width, height } };
}

/** Told by its content. */
function typeOf(bytes: Buffer): Logo['contentType'] | undefined {
  if (bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return 'image/png';
  return isSvg(bytes) ? 'image/svg+xml' : undefined;
}

export function isSvg(bytes: Buffer): boolean {
  return SVG.test(bytes.toString().replace(/^\uFEFF/, ''));
}

/** A drawing with the picture in it. */
function aroundPng(png: Buffer): string | undefined {
  const [width, height] = sizeOf(png) ?? [];
  if (width === undefined || height === undefined || Math.max(width, height) > MOST_PIXELS) return undefined;
  const size = `width="${width}" height="${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="data:image/png;base64,${png.toString('base64')}"/></svg>`;
}

function sizeOf(png: Buffer): [number, number] | undefined {
  try {
    const header = readChunks(png).get('IHDR');
    return header && [header.readUInt32BE(0), header.readUInt32BE(4)];
  } catch {
    return undefined; // it ends in the middle of a chunk
  }
}

interface Drawn {
  readonly png: Uint8Array;
  /** Red, green, blue and alpha; the colours are multiplied by alpha. */
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * An SVG file as a PNG file of that width. To be called where time and memory are limited.
 * @param tallest how many times as high as wide it may be
 * @returns `text`: it contains text, for which there is no font
 * @throws Error when it can't be drawn
 */
export async function drawSvg(
  svg: string,
  { width, tallest }: { readonly width: number; readonly tallest: number },
): Promise<Uint8Array | 'text' | 'too-tall'> {
  if (TEXT_ELEMENT.test(svg)) return 'text';
  const { Resvg } = await loadRenderer();
  const size = new Resvg(svg);
  if (size.height > tallest * size.width) return 'too-tall';
  return new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng();
}

/** Draws an SVG file as large as its place allows; or says why it can't be drawn. */
async function draw(svg: string): Promise<Drawn | string> {
  const { Resvg } = await loadRenderer();
  const most = { width: LOGO.width * OVERSAMPLING, height: LOGO.height * OVERSAMPLING };
  try {
    const { width, height } = new Resvg(svg);
    const zoom = Math.min(most.width / width, most.height / height);
    const image = new Resvg(svg, { fitTo: { mode: 'zoom', value: zoom } }).render();
    return { png: image.asPng(), pixels: image.pixels, width: image.width, height: image.height };
  } catch (error) {
    return cannotBeDrawn(error);
  }
}

function cannotBeDrawn(error: unknown): string {
  // So the renderer ends when it gets no more memory.
  if (error instanceof Error && error.name === 'RuntimeError')
    return 'takes too much memory to draw. Use a simpler one.';
  return `can’t be drawn: ${error instanceof Error ? error.message : String(error)}`;
}

let renderer: Promise<typeof import('@resvg/resvg-wasm')> | undefined;

/** Loads it when there is a logo. */
function loadRenderer() {
  renderer ??= (async () => {
    const resvg = await import('@resvg/resvg-wasm');
    await resvg.initWasm(
      await readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))),
    );
    return resvg;
  })();
  return renderer;
}

/** On white paper, each pixel the mean of those that it stands for. */
function shadesOf({ pixels, width, height }: Drawn): string[] {
  const darkness = (x: number, y: number) => {
    const at = 4 * (y * width + x);
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    return alpha - (0.2126 * red + 0.7152 * green + 0.0722 * blue);
  };
  const [across, down] = [Math.floor(width / OVERSAMPLING), Math.floor(height / OVERSAMPLING)];
  return Array.from({ length: down }, (_row, y) =>
    Array.from({ length: across }, (_column, x) => {
      let sum = 0;
      for (let part = 0; part < OVERSAMPLING ** 2; part += 1)
        sum += darkness(
          x * OVERSAMPLING + (part % OVERSAMPLING),
          y * OVERSAMPLING + Math.floor(part / OVERSAMPLING),
        );
      return Math.round((sum / OVERSAMPLING ** 2 / 255) * DARKEST);
    }).join(''),
  );
}
