import fc from 'fast-check';
import type { Cleanup } from '../../fixtures/process.ts';
import { openApiDocument as apiDocument } from '../../src/web/api/openapi.ts';
import { octoDocument } from '../../src/web/octo/openapi.ts';
import { Declaration } from './declaration.ts';
import { Fault } from './fault.ts';
import { notificationsLane } from './notifications.ts';
import { basicEntrance, gateEntrance, type Lane, octoEntrance, operationsLane } from './operations.ts';
import type { FuzzOptions, InterfaceName } from './options.ts';
import { DESK, pagesLane, SHOP } from './pages.ts';
import { FuzzedMuseum, type MemorySample } from './service.ts';
import { Sessions } from './sessions.ts';

/** How many requests of one lane fast-check generates at a time. */
const BATCH = 250;
/** After so many requests, what would leave nothing to ask for is undone. */
const RESTORED_EVERY = 3_000;
const SAMPLE_MS = 1_000;
/** After so many different faults, a run ends. */
const MOST_FAULTS = 25;
/** Requests after which memory that grows is a leak, and no longer a cache that fills. */
const JUDGED_FROM = 50_000;

export interface Report {
  readonly requests: number;
  readonly statuses: ReadonlyMap<number, number>;
  readonly memory: readonly MemorySample[];
  readonly faults: readonly string[];
}

/**
 * Sends generated requests to the real service, one after the other in each interface and all interfaces at once.
 * @param test is told what to stop at its end
 * @param onProgress is called about once a second
 * @param signal ends the run early, with a report of what was sent
 */
export async function fuzz(
  { seed, requests, interfaces, database }: FuzzOptions,
  test: Cleanup,
  onProgress: (soFar: Report) => void = () => {},
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Report> {
  const museum = await FuzzedMuseum.start(test, database);
  const faults = new Map<string, string>();
  const report = (): Report => ({
    requests: museum.requests,
    statuses: museum.statuses,
    memory: museum.memory,
    faults: [...faults.values()],
  });
  const sampling = setInterval(() => {
    museum.sampleMemory().then(
      () => onProgress(report()),
      () => {},
    );
  }, SAMPLE_MS);
  test.after(() => clearInterval(sampling));

  let restoring: Promise<void> | undefined;
  let restoreAt = RESTORED_EVERY;
  const isOver = () =>
    museum.isLost || museum.requests >= requests || faults.size >= MOST_FAULTS || signal?.aborted === true;
  const lanes = lanesOf(museum);
  const fuzzLane = async (name: InterfaceName, laneSeed: number) => {
    const { plans, run } = lanes[name];
    for (let batch = 0; !isOver(); batch += 1) {
      if (museum.requests >= restoreAt) {
        restoreAt = museum.requests + RESTORED_EVERY;
        restoring = museum.restore();
      }
      try {
        await restoring;
      } catch (error) {
        museum.isLost = true;
        faults.set('restore', `${name}: what was changed could not be restored: ${(error as Error).stack}`);
      }
      const property = fc.asyncProperty(plans, async (plan) => {
        if (!isOver()) await run(plan);
      });
      const { failed, errorInstance } = await fc.check(property, {
        seed: laneSeed + batch,
        numRuns: Math.min(BATCH, requests),
      });
      if (!failed) continue;
      const fault = errorInstance as Error;
      faults.set(
        fault instanceof Fault ? fault.what : fault.message,
        `${name}: ${fault instanceof Fault ? fault.message : fault.stack}`,
      );
    }
  };
  await Promise.all(interfaces.map((name, index) => fuzzLane(name, seed + index * 1_000_000)));
  clearInterval(sampling);
  if (!museum.isLost) await museum.sampleMemory();
  const found = [leak(museum.memory), await museum.check(test)];
  for (const fault of found) if (fault !== undefined) faults.set(fault, fault);
  return report();
}

function lanesOf(museum: FuzzedMuseum): Record<InterfaceName, Lane> {
  const sessions = new Sessions(museum);
  return {
    ...operationLanes(museum, sessions),
    shop: pagesLane(museum, SHOP),
    desk: pagesLane(museum, { ...DESK, sessions }),
    payments: notificationsLane(museum),
  };
}

function operationLanes(museum: FuzzedMuseum, sessions: Sessions) {
  const api = new Declaration(JSON.parse(JSON.stringify(apiDocument())));
  const octo = new Declaration(JSON.parse(JSON.stringify(octoDocument())));
  const isGate = ({ declared }: Declaration['operations'][number]) => declared.tags.includes('Gate');
  const [atGate, others] = [api.operations.filter(isGate), api.operations.filter((each) => !isGate(each))];
  return {
    api: operationsLane(museum, api, others, [basicEntrance(museum)]),
    octo: operationsLane(museum, octo, octo.operations, [octoEntrance(museum)]),
    gate: operationsLane(museum, api, atGate, [basicEntrance(museum), gateEntrance(sessions)]),
  };
}

/** @returns what is said of memory that has grown all along; undefined: it was flat */
function leak(memory: readonly MemorySample[]): string | undefined {
  if ((memory.at(-1)?.requests ?? 0) < JUDGED_FROM) return undefined;
  const quarter = Math.floor(memory.length / 4);
  // The least heap of a quarter is what was left after a collection.
  const least = (samples: readonly MemorySample[]) => Math.min(...samples.map(({ heap }) => heap));
  const [before, after] = [least(memory.slice(quarter, 2 * quarter)), least(memory.slice(3 * quarter))];
  if (after < before * 1.5 + 16e6) return undefined;
  return `The heap grew from ${before} to ${after} bytes between the second and the last quarter.`;
}
