import type { FastifyRequest } from 'fastify';
import { type Logger, symbols } from 'pino';
import type { TraceContext } from '../tracing/index.ts';
import type { LoggedRefusal } from './answer.ts';
import type { Caller } from './caller.ts';
import { type LogPages, lineStart } from './log-pages.ts';

const INFO = 30;
/** Facts of refusals that say what is wrong, and hold nothing of a visitor. */
const FACTS: ReadonlySet<string> = new Set([
  'day',
  'days',
  'today',
  'last',
  'entryTime',
  'eventId',
  'category',
  'hours',
  'because',
  'limit',
  'seconds',
  'work',
  'waiting',
  'role',
  'permission',
  'header',
  'of',
]);

/** How a request has ended. */
export interface Answered {
  /** Undefined for an unknown address. */
  readonly route: string | undefined;
  readonly status: number;
  /** From the request to the last byte of its answer. */
  readonly milliseconds: number;
}

/**
 * One line for each request. It names the route, not the address, so that nothing a client puts into a
 * path or query ends up in the log: no password, no e-mail address, no telephone number.
 *
 * A refusal is named by its kind, which is the end of the problem's address, and the facts that hold nothing of a
 * visitor.
 *
 * It names the trace that the request is a part of, with its own span or, while traces are not recorded, that of its
 * caller.
 *
 * The line is made here and written to pino's destination: going through pino would cost a fifth of answering a read.
 */
export function logRequest(
  log: Logger,
  request: FastifyRequest & { caller?: Caller | null; refused?: LoggedRefusal | null },
  { route, status, milliseconds }: Answered,
  trace?: Pick<TraceContext, 'traceId' | 'spanId'>,
): void {
  if (!log.isLevelEnabled('info')) return;
  const { caller, refused } = request;
  const destination = destinationOf(log);
  destination.lastLevel = INFO;
  destination.lastLogger = log;
  destination.write(
    `${lineStart(log, INFO)},"requestId":"${request.id}","method":"${request.method}",` +
      `"route":${JSON.stringify(route ?? null)},"status":${status},` +
      `"ms":${Math.round(milliseconds * 10) / 10},` +
      `"account":${caller ? `"${caller.accountId}"` : null},"address":${JSON.stringify(request.ip ?? null)},` +
      `${refused ? `${problemOf(refused)},` : ''}` +
      `${trace === undefined ? '' : `"traceId":"${trace.traceId}","spanId":"${trace.spanId}",`}"msg":"request"}\n`,
  );
}

/** The members of a log line about a refusal. */
function problemOf({ kind, facts }: LoggedRefusal): string {
  const { event, ...others } = facts as { readonly event?: object };
  const known = Object.entries({ ...others, ...event }).filter(([name]) => FACTS.has(name));
  return JSON.stringify({ problem: kind, ...Object.fromEntries(known) }).slice(1, -1);
}

function destinationOf(log: Logger): Pick<LogPages, 'lastLevel' | 'lastLogger' | 'write'> {
  return (log as unknown as Record<symbol, LogPages>)[symbols.streamSym] as LogPages;
}
