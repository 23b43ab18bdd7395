import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A program: `node bench/profile.ts FILE_OR_FOLDER` says what a process spent its time on, by function, from the
 * profiles that --cpu-prof writes. Self time is what a function spends in itself, total what it also calls for.
 */
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const LINES = 40;

for (const file of profilesAt(process.argv[2] ?? '.')) {
  console.log(`\n${file}`);
  report(JSON.parse(readFileSync(file, 'utf8')) as Profile);
}

function profilesAt(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name.endsWith('.cpuprofile'))
    .map((name) => join(path, name));
}

function report({ nodes, samples, timeDeltas }: Profile): void {
  const selfOf = new Map<number, number>();
  for (const [index, id] of samples.entries())
    selfOf.set(id, (selfOf.get(id) ?? 0) + (timeDeltas[index] ?? 0));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const self = new Map<string, number>();
  const total = new Map<string, number>();
  const visit = (id: number, callers: ReadonlySet<string>): number => {
    const node = byId.get(id);
    if (node === undefined) return 0;
    const name = nameOf(node.callFrame);
    const own = selfOf.get(id) ?? 0;
    const within = new Set(callers).add(name);
    const all = (node.children ?? []).reduce((sum, child) => sum + visit(child, within), own);
    self.set(name, (self.get(name) ?? 0) + own);
    if (!callers.has(name)) total.set(name, (total.get(name) ?? 0) + all);
    return all;
  };
  visit(nodes[0]?.id ?? 0, new Set());
  const idle = self.get('(idle)') ?? 0;
  const busy = timeDeltas.reduce((sum, delta) => sum + delta, 0) - idle;
  console.log(
    `busy ${(busy / 1e6).toFixed(2)} s, idle ${(idle / 1e6).toFixed(2)} s; shares of the busy time`,
  );
  print('self', self, busy);
  print('total', total, busy);
}

function print(heading: string, times: ReadonlyMap<string, number>, busy: number): void {
  console.log(`\n  ${heading}`);
  const sorted = [...times].filter(([name]) => name !== '(idle)').sort(([, one], [, other]) => other - one);
  for (const [name, micros] of sorted.slice(0, LINES)) {
    console.log(`  ${((micros / busy) * 100).toFixed(1).padStart(5)} %  ${name}`);
  }
}

function nameOf({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame']): string {
  const place = url.replace(/^.*\/node_modules\//, '').replace(/^.*\/(?=src\/)/, '');
  return `${functionName || '(anonymous)'}${place === '' ? '' : `  ${place}:${lineNumber + 1}`}`;
}
