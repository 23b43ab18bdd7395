import type { Step, Told } from './year.ts';

/** So many stories are told at most. */
const MOST_STORIES = 200;

/**
 * The shortest story found that goes wrong in the same way: parts are left out, at first large ones, as long as what remains still
 * does (delta debugging).
 */
export async function shrink(
  story: readonly Step[],
  failed: Told,
  tell: (story: Step[]) => Promise<Told>,
): Promise<{ readonly story: readonly Step[]; readonly told: Told }> {
  let shortest = { story: upToFailure(story, failed), told: failed };
  let left = MOST_STORIES;
  for (let size = shortest.story.length; size > 1 && left > 0; ) {
    size = Math.ceil(size / 2);
    // The last step stays: after it, it shows.
    for (let from = 0; from < shortest.story.length - 1 && left > 0; left -= 1) {
      const last = shortest.story.length - 1;
      const rest = shortest.story.filter((_, at) => at < from || at >= from + size || at === last);
      const told = await tell(rest);
      if (kindOf(told) === kindOf(failed)) shortest = { story: upToFailure(rest, told), told };
      else from += size;
    }
  }
  return shortest;
}

function upToFailure(story: readonly Step[], { failure }: Told): readonly Step[] {
  return story.filter(({ number }) => number <= (failure?.step ?? 0));
}

/** What went wrong first, but for ids, codes and figures. */
function kindOf({ failure }: Told): string | undefined {
  return failure?.faults[0]?.replaceAll(/[\w-]*\d[\w-]*/g, '').slice(0, 80);
}
