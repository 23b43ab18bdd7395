import type { Generator } from './generator.ts';
import type { Stream } from './load-order.ts';
import type { ServerProcess } from './server-process.ts';
import { median } from './statistics.ts';

/** The figures of one turn: one server under one kind of load. */
export interface Turn {
  readonly perSecond: number;
  readonly answers: number;
  /** Processor time of the server for each answer, all its threads. */
  readonly cpuMicros: number;
  readonly p50: number;
  readonly p99: number;
  /** The 99th percentile of the event loop's delay, where the server was started to measure it. */
  readonly loopDelayMs: number;
  /** How much of a core the generator used. */
  readonly generatorShare: number;
}

export type Contestants<Name extends string> = Readonly<Record<Name, () => Promise<Turn>>>;
export type Turns<Name extends string = string> = Readonly<Record<Name, readonly Turn[]>>;

/** Gives each contestant a turn, round after round, so that other work of the machine slows all of them alike. */
export async function takeTurns<Name extends string>(
  rounds: number,
  contestants: Contestants<Name>,
): Promise<Turns<Name>> {
  const names = Object.keys(contestants) as Name[];
  const turns = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Turn[]>;
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const name of order) turns[name].push(await contestants[name]());
  }
  return turns;
}

export async function takeTurn(
  generator: Generator,
  server: ServerProcess,
  seconds: number,
  stream: Stream,
): Promise<Turn> {
  const before = await server.readGauges();
  const { streams, cpuShare } = await generator.load(server.port, seconds, [stream]);
  const after = await server.readGauges();
  const outcome = streams[0];
  if (outcome === undefined) throw new Error('A load without an outcome');
  return {
    perSecond: outcome.perSecond,
    answers: outcome.answers,
    cpuMicros: ((after.cpuMs - before.cpuMs) * 1_000) / outcome.answers,
    p50: outcome.latency.p50,
    p99: outcome.latency.p99,
    loopDelayMs: after.loopDelay.p99,
    generatorShare: cpuShare,
  };
}

export interface Ratio {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/** How the rates of one compare with those of another, round by round. */
export function ratioOf(one: readonly Turn[], other: readonly Turn[]): Ratio {
  const ratios = one.map(({ perSecond }, round) => perSecond / (other[round] as Turn).perSecond);
  return { median: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) };
}

export function medianRate(turns: readonly Turn[]): number {
  return median(turns.map(({ perSecond }) => perSecond));
}

/** A rate as the table shows it. */
export function describeTurns(turns: readonly Turn[]): string {
  const cpu = median(turns.map(({ cpuMicros }) => cpuMicros));
  const p99 = median(turns.map((turn) => turn.p99));
  return `${Math.round(medianRate(turns)).toLocaleString('en')}/s, ${cpu.toFixed(1)} µs CPU, p99 ${p99.toFixed(1)} ms`;
}
