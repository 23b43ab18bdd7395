import type { DocumentedOperation, Example, Parameter } from './reference-document.ts';

/** What the commands of the reference expect in the shell. */
export const SHELL_VARIABLES = `MUSEUM=http://localhost:8080/v1.1
ACCOUNT=admin:correct-horse-battery`;

/** The file that the commands send. */
export const UPLOADED = 'picture';

/** A command that sends the request with its example values. */
export function curlLines(
  method: string,
  path: string,
  { parameters = [], requestBody, responses }: DocumentedOperation,
  body?: Example,
): string {
  const needed = parameters.filter(({ required }) => required);
  const [mediaType = '', content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const isUpload = content?.schema.format === 'binary';
  const query = method === 'GET' ? queryOf(parameters) : isUpload ? wholeQuery(parameters) : '';
  const filledIn = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name) => `${needed.find((each) => each.name === name)?.example}`,
  );
  const address = `"$MUSEUM${filledIn}${query}"`;
  const isUsual = method === (body === undefined ? 'GET' : 'POST');
  const isPicture = Object.values(responses).some(({ content = {} }) => 'image/png' in content);
  return [
    `curl -u "$ACCOUNT"${isUsual ? '' : ` -X ${method}`} ${address}`,
    ...(isPicture ? ['-o ticket.png'] : []),
    ...(isUpload ? [`-H 'Content-Type: ${mediaType}'`, `--data-binary @${UPLOADED}`] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: ${mediaType}'`, `-d ${quoted(body.value)}`]),
  ].join(' \\\n  ');
}

/** Every parameter that has an example. */
function wholeQuery(parameters: readonly Parameter[]): string {
  const given = parameters.filter((each) => each.in === 'query' && each.example !== undefined);
  return `?${new URLSearchParams(Object.fromEntries(given.map(({ name, example }) => [name, `${example}`])))}`;
}

/** What is required, or else one filter, since some lists need at least one. */
function queryOf(parameters: readonly Parameter[]): string {
  const all = parameters.filter((each) => each.in === 'query' && each.example !== undefined);
  const { name, example } =
    all.find(({ required }) => required) ?? all.find(({ schema }) => !('default' in schema)) ?? {};
  return name === undefined ? '' : `?${name}=${encodeURI(`${example}`)}`;
}

function quoted(value: unknown): string {
  return `'${JSON.stringify(value, null, 2).replaceAll("'", "'\\''")}'`;
}
