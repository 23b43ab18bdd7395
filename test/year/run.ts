/** `npm run year`: its arguments are in options.ts. The exit code is 1 when something went wrong. */
import { readOptions, USAGE, type YearOptions } from './options.ts';
import { shrink } from './shrink.ts';
import { DAY, makeStory, tell } from './year.ts';

let options: YearOptions | 'help';
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  console.error(`year: ${(error as Error).message}\n${USAGE}`);
  process.exit(2);
}
if (options === 'help') {
  console.log(USAGE);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

const { database, days, seed } = options;
const show = (text: string) => process.stdout.isTTY && process.stdout.write(`\r\x1b[K${text}`);
console.log(`seed ${seed}, ${days} days on ${database}`);
const story = makeStory(options);
const told = await tell(story, database, ({ at }) => show(`day ${Math.floor(at / DAY) + 1}`));
const { done, requests, seconds, failure } = told;
const passed = failure === undefined ? days : (story[failure.step - 1]?.at ?? 0) / DAY;
show('');
console.log(`${requests} requests, ${(passed / seconds).toFixed(2)} days a second`);
for (const [name, times] of [...done].sort()) console.log(`  ${`${times}`.padStart(5)}  ${name}`);
if (failure !== undefined) {
  console.log(`After step ${failure.step}: ${failure.faults.join('\n')}`);
  const again = (shorter: typeof story) => {
    show(`telling ${shorter.length} steps`);
    return tell(shorter, database);
  };
  const shortest = await shrink(story, told, again);
  show('');
  console.log(`The shortest story that goes wrong so has ${shortest.story.length} steps:`);
  console.log([...(shortest.told.failure?.told ?? []), ...(shortest.told.failure?.faults ?? [])].join('\n'));
}
process.exit(failure === undefined ? 0 : 1);
