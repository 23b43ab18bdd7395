/**
 * Reads the QR code in a frame: with the browser's BarcodeDetector if there is one, else with zxing, which the museum serves
 * itself and which runs in a worker.
 */

/** @typedef {(video: HTMLVideoElement) => Promise<string | undefined>} Reader fails only when it can't read any more */

/**
 * @typedef {object} Detector
 * @property {(video: HTMLVideoElement) => Promise<{ rawValue: string }[]>} detect
 */

/**
 * @typedef {object} DetectorClass
 * @property {() => Promise<string[]>} getSupportedFormats
 */

/** The size to which frames are reduced: larger ones take longer, and a ticket that fills a third of this is readable. */
const WIDTH = 960;

/** @returns {Promise<Reader>} */
export async function openReader() {
  return (await ownReader()) ?? readBeside;
}

/** @returns {Promise<Reader | undefined>} */
async function ownReader() {
  /** @type {(DetectorClass & (new (options: { formats: string[] }) => Detector)) | undefined} */
  const BarcodeDetector = Reflect.get(globalThis, 'BarcodeDetector');
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (BarcodeDetector === undefined || !formats.includes('qr_code')) return undefined;
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue;
}

/** What reads beside the page. @type {Worker | undefined} */
let worker;

/** @type {Reader} */
async function readBeside(video) {
  if (video.videoWidth === 0) return undefined;
  const scale = Math.min(1, WIDTH / video.videoWidth);
  const frame = await createImageBitmap(video, {
    resizeWidth: Math.round(video.videoWidth * scale),
    resizeHeight: Math.round(video.videoHeight * scale),
  }).catch(() => undefined);
  return frame && ask(frame);
}

/**
 * @param {ImageBitmap} frame
 * @returns {Promise<string | undefined>}
 */
function ask(frame) {
  worker ??= new Worker(new URL('./reader-worker.js', import.meta.url), { type: 'module' });
  const asked = worker;
  return new Promise((resolve, reject) => {
    asked.onmessage = ({ data }) => resolve(data);
    asked.onerror = () => {
      worker = undefined;
      asked.terminate();
      reject(new Error('What reads codes has failed.'));
    };
    asked.postMessage(frame, [frame]);
  });
}
