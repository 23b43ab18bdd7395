/** Sounds and vibration for verdicts. Browsers allow neither before the first touch or key on the page. */

/** @type {AudioContext | undefined} */
let audio;

/** Notes in hertz, one after the other, and how long each lasts in seconds. */
const SOUNDS = {
  admitted: { notes: [880, 1_320], length: 0.09, shape: /** @type {OscillatorType} */ ('sine'), shake: [60] },
  left: { notes: [1_320, 880], length: 0.09, shape: /** @type {OscillatorType} */ ('sine'), shake: [60] },
  refused: {
    notes: [196, 147, 196],
    length: 0.18,
    shape: /** @type {OscillatorType} */ ('square'),
    shake: [200, 80, 200],
  },
};

/** @param {keyof typeof SOUNDS} verdict */
export function signal(verdict) {
  if (!navigator.userActivation?.hasBeenActive) return;
  const { notes, length, shape, shake } = SOUNDS[verdict];
  navigator.vibrate?.(shake);
  if (globalThis.AudioContext === undefined) return;
  try {
    audio ??= new AudioContext();
    // Devices silence a page that was in the background.
    if (audio.state !== 'running') audio.resume().catch(() => undefined);
    const start = audio.currentTime;
    for (const [index, note] of notes.entries()) play(audio, note, shape, start + index * length, length);
  } catch (error) {
    // The device plays nothing. The verdict counts all the same.
    console.error(error);
  }
}

/**
 * @param {AudioContext} context
 * @param {number} note
 * @param {OscillatorType} shape
 * @param {number} start
 * @param {number} length
 */
function play(context, note, shape, start, length) {
  const voice = context.createOscillator();
  const volume = context.createGain();
  voice.type = shape;
  voice.frequency.value = note;
  volume.gain.value = 0.2;
  voice.connect(volume).connect(context.destination);
  voice.start(start);
  voice.stop(start + length * 0.9);
}
