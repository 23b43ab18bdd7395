/** What V8 says of a text that would be JSON if only it went on. */
const ENDS_TOO_EARLY = 'Unexpected end of JSON input';
/** How V8 ends the messages that say where. The others quote a piece of the text instead. */
const POSITION = /at position (\d+) \(line \d+ column \d+\)$/;

/**
 * Where a text that JSON.parse refuses stops being JSON: the offset of the first character that can't follow what is
 * before it; the length when the text only ends too early.
 */
export function findSyntaxError(text: string): number {
  return placeOf(text) ?? shortestWrongBeginning(text) - 1;
}

/** Where JSON.parse says that it stopped; undefined when it does not say. */
function placeOf(text: string): number | undefined {
  try {
    JSON.parse(text);
    return text.length;
  } catch (error) {
    const { message } = error as SyntaxError;
    if (message === ENDS_TOO_EARLY) return text.length;
    const position = POSITION.exec(message)?.[1];
    return position === undefined ? undefined : Number(position);
  }
}

/** How long the shortest beginning is that nothing could follow, found by halving. */
function shortestWrongBeginning(text: string): number {
  let [right, wrong] = [0, text.length];
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2);
    if (placeOf(text.slice(0, middle)) === middle) right = middle;
    else wrong = middle;
  }
  return wrong;
}
