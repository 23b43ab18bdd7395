/** V8's message for a text that is the beginning of JSON. */
const ENDS_TOO_EARLY = 'Unexpected end of JSON input';
/** The end of those messages of V8 that give a position. The others quote a piece of the text instead. */
const POSITION = /at position (\d+) \(line \d+ column \d+\)$/;

/**
 * Where a text that JSON.parse refuses stops being JSON: the offset of the first character that can't follow the text
 * before it, or the length when the text ends too early.
 */
export function findSyntaxError(text: string): number {
  return placeOf(text) ?? shortestWrongBeginning(text) - 1;
}

/**
 * Where JSON.parse stops: the length when nothing is wrong or the text ends too early; undefined when it gives no
 * position.
 */
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

/** The length of the shortest prefix that can't begin any JSON, by binary search. */
function shortestWrongBeginning(text: string): number {
  let [right, wrong] = [0, text.length];
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2);
    if (placeOf(text.slice(0, middle)) === middle) right = middle;
    else wrong = middle;
  }
  return wrong;
}
