import { fork } from 'node:child_process';
import { about, CHECK_NAMES, type CheckName, type Finding } from './finding.ts';
import { type CheckReport, GROUPS, type GroupName } from './groups.ts';

/** How much of what a process has said before its end is shown. */
const STDERR_CHARACTERS = 500;

/**
 * Runs all checks with the settings of this process. A check that takes longer than `timeoutMs` is a fault, if it has
 * not said otherwise.
 */
export async function runChecks(timeoutMs: number): Promise<Finding[]> {
  const groups = Object.keys(GROUPS) as GroupName[];
  const findings = (await Promise.all(groups.map((group) => runGroup(group, timeoutMs)))).flat();
  return findings.sort((one, other) => CHECK_NAMES.indexOf(one.check) - CHECK_NAMES.indexOf(other.check));
}

function runGroup(group: GroupName, timeoutMs: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  const pending = new Map<CheckName, string>();
  const meanwhile = new Map<CheckName, Finding>();
  const child = fork(new URL('./worker.ts', import.meta.url), [group, `${timeoutMs}`], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(0, STDERR_CHARACTERS);
  });
  return new Promise((resolve, reject) => {
    let limit: NodeJS.Timeout | undefined;
    const end = () => {
      clearTimeout(limit);
      // A process that waits for a dead disk can't be killed, and must not be waited for.
      child.removeAllListeners();
      child.on('error', () => {});
      child.kill('SIGKILL');
      child.stderr?.destroy();
      if (child.connected) child.disconnect();
      child.unref();
      resolve(findings);
    };
    const giveUp = (seen: string) => {
      for (const [name, remedy] of pending) findings.push(about(name).fault(seen, remedy));
      end();
    };
    child.on('message', (report: CheckReport) => {
      if ('begun' in report) {
        for (const { name, whenHung } of report.begun) pending.set(name, whenHung);
        limit = setTimeout(() => {
          findings.push(...meanwhile.values());
          for (const name of meanwhile.keys()) pending.delete(name);
          giveUp(`No answer within ${timeoutMs / 1_000} s.`);
        }, timeoutMs);
        return;
      }
      if ('meanwhile' in report) {
        meanwhile.set(report.meanwhile, report.finding);
        return;
      }
      findings.push(...report.findings);
      pending.delete(report.done);
      meanwhile.delete(report.done);
      if (pending.size === 0) end();
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (pending.size === 0) reject(new Error(`The checks of ${group} did not begin. ${stderr}`));
      else giveUp(`The check ended unexpectedly (${signal ?? code}). ${stderr}`);
    });
  });
}
