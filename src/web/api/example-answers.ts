import { isFile } from '../../contract/operation.ts';
import { requestChecker } from '../../contract/validation.ts';
import type { Answer } from '../../http/answer.ts';
import { tagged } from '../../http/conditional.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { type Operation, type OperationId, problemsOf } from './contract/index.ts';
import { example, PROBLEMS, type ProblemSlug, problemAnswer, type Refused } from './problems.ts';
import { success } from './success.ts';

/** One of the answers that the contract declares for an operation, as the service would give it. */
export interface ExampleAnswer {
  /** The name in the contract, or the slug of a problem. Unique within the operation. */
  readonly name: string;
  readonly summary: string;
  /** The value of the JSON body; undefined without a body, and for an image, which is left out. */
  readonly value: unknown;
  readonly answer: Answer;
}

/** The operation's successes, of which there is at least one; addresses in them begin with `basePath`. */
export function exampleSuccesses(op: Operation, basePath: string): ExampleAnswer[] {
  const { success: declared, examples } = op;
  if (examples.success === undefined) {
    const mediaType = 'mediaType' in declared ? { 'content-type': declared.mediaType } : {};
    const answer = {
      status: declared.status,
      headers: { ...mediaType, ...exampleHeaders(op, {}, basePath) },
    };
    return [{ name: 'done', summary: declared.description, value: undefined, answer }];
  }
  return Object.entries(examples.success).map(([name, { summary, value }]) => {
    return { name, summary, value, answer: successWith(op, value, basePath) };
  });
}

/** The operation's success with `value` as its body, which the operation's schema allows. */
export function successWith(op: Operation, value: unknown, basePath: string): Answer {
  const answer = success(op.id as OperationId, value as never, exampleHeaders(op, value, basePath));
  return 'ETag' in op.success.headers ? tagged(answer) : answer;
}

/** One answer for each problem that the operation can end in. */
export function exampleProblems(op: Operation): ExampleAnswer[] {
  return problemsOf(op).map((slug) => {
    const answer = problemAnswer(slug === 'invalid-request' ? invalidExample(op) : exampleFor(op, slug));
    return { name: slug, summary: PROBLEMS[slug].title, value: JSON.parse(answer.body as string), answer };
  });
}

function exampleHeaders(op: Operation, value: unknown, basePath: string): Record<string, string> {
  const written = Object.entries(op.examples.headers ?? {}).filter(([name]) => name in op.success.headers);
  return Object.fromEntries(
    written.map(([name, text]) => [
      name.toLowerCase(),
      fillIn(text, value as Record<string, unknown>, basePath),
    ]),
  );
}

/** The text with each `{member}` replaced by that member of `value`, and with its address below `basePath`. */
export function fillIn(text: string, value: Record<string, unknown>, basePath: string): string {
  return text
    .replace(/\{(\w+)\}/g, (_, member: string) => `${value[member]}`)
    .replace(/^(<?)\//, (_, bracket: string) => `${bracket}${basePath}/`);
}

/** The example refusal of an operation. It depends on the media types that it takes, and on whether it asks for an image. */
function exampleFor(op: Operation, slug: ProblemSlug): Refused {
  const { kind, facts } = example(slug);
  if (slug === 'unsupported-media-type' && op.method === 'PATCH') {
    const patch = op.request.body?.mediaTypes ?? [];
    return { kind, facts: { fault: `This operation accepts ${patch.join(' or ')}, not text/plain.`, patch } };
  }
  return slug === 'ticket-void' && isFile(op)
    ? { kind, facts: { ...facts, asked: 'image' } as never }
    : { kind, facts };
}

/** The faults of a request in which every parameter is wrong and the body is empty. */
function invalidExample(op: Operation): ReturnType<typeof example> {
  const wrong = (schema: { properties: object } | undefined) =>
    Object.fromEntries(Object.keys(schema?.properties ?? {}).map((name) => [name, '?']));
  const { path, query } = op.request;
  const { faults } = requestChecker(op)({ path: wrong(path), query: wrong(query), header: {}, body: {} });
  return faults === undefined ? example('invalid-request') : new HttpRefusal('invalid-request', { faults });
}
