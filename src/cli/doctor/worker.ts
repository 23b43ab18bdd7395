/** The process that runs the checks of one group, named in its first argument. The second is the time limit of each. */
import { inspect } from 'node:util';
import { readConfig } from '../../app/config.ts';
import { readEnvironment } from '../../app/environment.ts';
import { about, type Check, type Finding } from './finding.ts';
import { type CheckReport, GROUPS, type GroupName } from './groups.ts';

const [group, timeoutMs] = process.argv.slice(2);
// Whoever asked has gone. Ending in order would wait for what hangs.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
const config = readConfig(readEnvironment());
const checks = await GROUPS[group as GroupName]();
// Before any of them runs, since one may stop this process.
await tell({ begun: checks.map(({ name, whenHung }) => ({ name, whenHung })) });
await Promise.all(checks.map(async (check) => tell({ done: check.name, findings: await findingsOf(check) })));

async function findingsOf(check: Check): Promise<readonly Finding[]> {
  try {
    const tellMeanwhile = (finding: Finding) => tell({ meanwhile: check.name, finding });
    return [await check.run(config, Number(timeoutMs), tellMeanwhile)].flat();
  } catch (error) {
    const remedy = 'This is a fault of the program: report it.';
    return [about(check.name).fault(`The check failed: ${inspect(error)}`, remedy)];
  }
}

function tell(report: CheckReport): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(report, () => resolve());
  });
}
