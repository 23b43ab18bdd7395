/** `npm run year`: its arguments are in options.ts. The exit code is 1 when something went wrong. */
import { enableCompileCache } from 'node:module';
import { readOptions, USAGE, type YearOptions } from './options.ts';
import { shrink } from './shrink.ts';
import { DAY, makeStory, tell } from './year.ts';

enableCompileCache();
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interrupted.abort());
process.exit(
  await main(process.argv.slice(2)).catch((error) => {
    if (!interrupted.signal.aborted) throw error;
    return 130;
  }),
);

/** @returns the exit code */
async function main(args: readonly string[]): Promise<number> {
  try {
    const options = readOptions(args);
    if (options !== 'help') return simulate(options);
    console.log(USAGE);
    return 0;
  } catch (error) {
    console.error(`year: ${(error as Error).message}\n${USAGE}`);
    return 2;
  }
}

async function simulate(options: YearOptions): Promise<number> {
  const { database, days, seed } = options;
  console.log(`seed ${seed}, ${days} days on ${database}`);
  const story = makeStory(options);
  const told = await tell(story, database, ({ at }) => show(`day ${Math.floor(at / DAY) + 1}`));
  const { done, requests, seconds, failure } = told;
  const passed = failure === undefined ? days : (story[failure.step - 1]?.at ?? 0) / DAY;
  show('');
  console.log(`${requests} requests, ${(passed / seconds).toFixed(2)} days a second`);
  for (const [name, times] of [...done].sort()) console.log(`  ${`${times}`.padStart(5)}  ${name}`);
  if (failure === undefined) return 0;
  console.log(`After step ${failure.step}: ${failure.faults.join('\n')}`);
  const shortest = await shrink(story, told, (steps) =>
    tell(steps, database, ({ number }) => show(`telling ${steps.length} steps: ${number}`)),
  );
  show('');
  console.log(`The shortest story that goes wrong so has ${shortest.story.length} steps:`);
  console.log([...(shortest.told.failure?.told ?? []), ...(shortest.told.failure?.faults ?? [])].join('\n'));
  return 1;
}

/** The line that says how far it is, on a terminal. What was interrupted ends here. */
function show(text: string): void {
  interrupted.signal.throwIfAborted();
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${text}`);
}
