import { type Assets, openAssets } from '../../pages/assets.ts';

const zxing = (file: string) => new URL(import.meta.resolve(`zxing-wasm/${file}`));

/** The files of the page. Some are the service's own code, which decides and reads codes in the page too. */
export const gateAssets: Assets = openAssets([new URL('assets/', import.meta.url)], () => ({
  'entry-time.js': new URL('../../core/entry-time.js', import.meta.url),
  'instant-of.js': new URL('../../core/instant-of.js', import.meta.url),
  'name.js': new URL('../../core/name.js', import.meta.url),
  'verdict.js': new URL('../../gate/verdict.js', import.meta.url),
  'verdict-languages.js': new URL('../../gate/verdict-languages.js', import.meta.url),
  'card-pattern.js': new URL('../../cards/card-pattern.js', import.meta.url),
  'check-digit.js': new URL('../../cards/check-digit.js', import.meta.url),
  'zxing.js': zxing('reader'),
  'share.js': new URL('../share.js', zxing('reader')),
  'zxing.wasm': zxing('reader/zxing_reader.wasm'),
  'keyboard-layouts.js': new URL('../../codes/keyboard-layouts.js', import.meta.url),
  'scanned-code.js': new URL('../../codes/scanned-code.js', import.meta.url),
  'imported-code.js': new URL('../../codes/imported-code.js', import.meta.url),
  'spelled-code.js': new URL('../../codes/spelled-code.js', import.meta.url),
  'read-ticket-code.js': new URL('../../codes/read-ticket-code.js', import.meta.url),
}));
