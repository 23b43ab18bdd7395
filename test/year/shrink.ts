import type { Step, Told } from './year.ts';

/** So many stories are told at most, and none is begun after so many milliseconds. */
const MOST_STORIES = 200;
const MOST_MS = 15 * 60_000;

/**
 * The shortest story found that goes wrong in the same way: parts are left out, at first large ones, as long as what remains still
 * does (delta debugging). When its time is over, it is the shortest until then.
 * @param now in milliseconds
 */
export async function shrink(
  story: readonly Step[],
  failed: Told,
  tell: (story: Step[]) => Promise<Told>,
  now: () => number = () => performance.now(),
): Promise<{ readonly story: readonly Step[]; readonly told: Told }> {
  let shortest = { story: upToFailure(story, failed), told: failed };
  let left = MOST_STORIES;
  const end = now() + MOST_MS;
  const mayGoOn = () => left > 0 && now() < end;
  for (let size = shortest.story.length; size > 1 && mayGoOn(); ) {
    size = Math.ceil(size / 2);
    // The last step stays: after it, it shows.
    for (let from = 0; from < shortest.story.length - 1 && mayGoOn(); left -= 1) {
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
