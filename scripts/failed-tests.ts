/** A reporter for Node's test runner: a line of JSON for each test that failed, and one for the end of the run. */
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

export interface FailedTest {
  /** Where it stands: FILE:LINE, relative to the checkout. */
  readonly place: string;
  readonly name: string;
  readonly cause: string;
}

export interface FinishedRun {
  readonly tests: number;
}

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type === 'test:fail') {
      const { name, file = '', line, details } = data;
      // A suite fails only because a test in it did.
      if ('failureType' in details.error && details.error.failureType === 'subtestsFailed') continue;
      const place = `${relative(process.cwd(), file)}:${line}`;
      yield `${JSON.stringify({ place, name, cause: causeOf(details.error) } satisfies FailedTest)}\n`;
    } else if (type === 'test:summary' && data.file === undefined) {
      yield `${JSON.stringify({ tests: data.counts.tests } satisfies FinishedRun)}\n`;
    }
  }
}

function causeOf({ cause, message }: Error): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : message;
}
