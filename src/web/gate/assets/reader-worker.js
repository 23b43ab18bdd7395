/** A worker that reads frames one after the other, so that the page stays responsive. */
import { prepareZXingModule, readBarcodes } from './zxing.js';

prepareZXingModule({ overrides: { locateFile: () => './zxing.wasm' } });
const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext('2d', { willReadFrequently: true });

addEventListener('message', async (/** @type {MessageEvent<ImageBitmap>} */ { data: frame }) => {
  postMessage(await read(frame).catch(() => undefined));
});

/**
 * @param {ImageBitmap} frame
 * @returns {Promise<string | undefined>}
 */
async function read(frame) {
  canvas.width = frame.width;
  canvas.height = frame.height;
  context?.drawImage(frame, 0, 0);
  frame.close();
  const picture = context?.getImageData(0, 0, canvas.width, canvas.height);
  if (picture === undefined) return undefined;
  const [found] = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
  return found?.text;
}
