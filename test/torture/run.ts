/** `npm run torture`: its arguments are in options.ts. The exit code is 1 when there was a violation. */
import { readOptions, type TortureOptions, USAGE } from './options.ts';
import { type Recovery, type Report, torture } from './torture.ts';

const SHOWN = 20;

let options: TortureOptions;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  console.error(`torture: ${(error as Error).message}\n${USAGE}`);
  process.exit(2);
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

const isTerminal = process.stdout.isTTY;
const server = options.failover ? 'PostgreSQL with a synchronous standby' : 'PostgreSQL';
const where = options.database === 'sqlite' ? '' : `, ${options.instances} instances on ${server}`;
console.log(
  `seed ${options.seed}${where}${options.breakage === undefined ? '' : `, with the ${options.breakage} broken`}`,
);
const report = await torture(options, (soFar) => {
  if (isTerminal) process.stdout.write(`\r\x1b[K${summary(soFar)}`);
});
if (isTerminal) process.stdout.write('\r\x1b[K');
console.log(summary(report));
if (report.recoveries.length > 0) console.log(recovery(report.recoveries));
for (const violation of report.violations.slice(0, SHOWN)) console.log(`  ${violation}`);
if (report.violations.length > SHOWN) console.log(`  and ${report.violations.length - SHOWN} more`);
process.exit(report.violations.length === 0 ? 0 : 1);

function summary(report: Report): string {
  const { rounds, kills, requests, acknowledged, unknown, violations } = report;
  const { orders, soldOnline, expired, unavailable, families } = report;
  return [
    `${rounds} rounds, ${kills} kills, ${requests} requests, ${acknowledged} acknowledged`,
    `${orders} orders, ${soldOnline} more sold in the shop, ${expired} holds expired, ${unavailable} order actions answered 503`,
    `${families} families at their time, ${unknown} unknown, ${violations.length} violations`,
  ].join(', ');
}

function recovery(recoveries: readonly Recovery[]): string {
  const all = recoveries.map(({ all }) => all);
  return [
    `${recoveries.length} failovers: the promotion took ${medianAndMost(recoveries.map(({ promotion }) => promotion))}`,
    `  a sale was acknowledged again after another ${medianAndMost(recoveries.map(({ sale }) => sale))}`,
    `  every instance had acknowledged a sale, a hold or a scan after ${medianAndMost(all)}`,
    `  one by one: ${all.map((ms) => Math.round(ms)).join(' ')} ms`,
  ].join('\n');
}

function medianAndMost(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const [median = 0, most = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)];
  return `${Math.round(median)} ms (median) and at most ${Math.round(most)} ms`;
}
