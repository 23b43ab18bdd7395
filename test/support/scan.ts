import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** What a gate's scanner reads off the picture of a ticket. */
export async function scan(image: Uint8Array): Promise<string> {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: (await readFile(wasm)).buffer as ArrayBuffer } });
  const [symbol] = await readBarcodes(image, { formats: ['QRCode'] });
  return symbol?.text ?? '';
}
