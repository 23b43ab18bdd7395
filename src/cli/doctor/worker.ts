/** The process that runs the checks of one group, named in its first argument. The second is the time limit of each. */
import { inspect } from 'node:util';
import { readConfig } from '../../app/config.ts';
import { readEnvironment } from '../../app/environment.ts';
import { type Check, fault } from './finding.ts';
import { GROUPS, type GroupName, type Report } from './groups.ts';

const [group, timeoutMs] = process.argv.slice(2);
// Whoever asked has gone. Ending in order would wait for what hangs.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
const config = readConfig(readEnvironment());
const checks = await GROUPS[group as GroupName]();
// Before any of them runs, since one may stop this process.
await tell({ begun: checks.map(({ name, whenHung }) => ({ name, whenHung })) });
await Promise.all(checks.map(async (check) => tell({ done: check.name, findings: await findingsOf(check) })));

async function findingsOf(check: Check) {
  try {
    return await check.run(config, Number(timeoutMs), (finding) => tell({ meanwhile: check.name, finding }));
  } catch (error) {
    return [
      fault(check.name, `The check failed: ${inspect(error)}`, 'This is a fault of the program: report it.'),
    ];
  }
}

function tell(report: Report): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(report, () => resolve());
  });
}
