import { type Html, html, type Piece } from '../../pages/html.ts';
import { type Site, siteAssets } from '../../pages/layout.ts';
import { curlLines, SHELL_VARIABLES } from './curl-lines.ts';
import { GUIDE_LINKS } from './guide-pages.ts';
import { paragraphs } from './markdown.ts';
import { publicPage } from './public-page.ts';
import {
  type Content,
  type DocumentedOperation,
  type DocumentedResponse,
  type Example,
  operationsOf,
  PROBLEM_TYPE,
  type ReferenceDocument,
  type Schema,
} from './reference-document.ts';
import { kindOf, membersTable, rowOf, schemaFields } from './reference-schemas.ts';

/** The whole interface on one page, so that the browser's search finds everything. */
export function referencePage(site: Site, document: ReferenceDocument) {
  const tags = document.tags.map((tag) => ({ ...tag, operations: operationsOf(document, tag.name) }));
  const schemas = Object.entries(document.components.schemas).filter(([name]) => !isProblemOfOne(name));
  const main = html`
    ${paragraphs(document.info.description)}
    <h2 id="commands">The commands</h2>
    <p>
      Each operation has commands to copy: one click selects the whole command. They expect the address of the museum and
      an account in two variables of the shell. These servers answer:
    </p>
    <ul>
      ${document.servers.map(({ url, description }) => html`<li><code>${url}</code>: ${description}</li>\n`)}
    </ul>
    ${command(SHELL_VARIABLES)}
    <h2 id="contents">Contents</h2>
    <ul class="contents">
      ${tags.map(
        ({ name, operations }) => html`
          <li>
            <a href="#${name.toLowerCase()}">${name}</a>
            <ul>${operations.map(({ operation }) => html`<li>${linkTo(operation)}</li>\n`)}</ul>
          </li>
        `,
      )}
      <li><a href="#webhooks">Messages to webhooks</a></li>
      <li><a href="#schemas">Schemas</a></li>
    </ul>
    ${tags.map(
      ({ name, description, operations }) => html`
        <h2 id="${name.toLowerCase()}">${name}</h2>
        <p>${description}</p>
        ${operations.map(({ method, path, operation }) => operationSection(method, path, operation))}
      `,
    )}
    <h2 id="webhooks">Messages to webhooks</h2>
    ${Object.entries(document.webhooks).map(([type, { post }]) => messageSection(type, post))}
    <h2 id="schemas">Schemas</h2>
    ${schemas.map(([name, schema]) => schemaSection(name, schema))}`;
  return publicPage(site, {
    title: 'Reference',
    lead: html`Version ${document.info.version} of the interface. For programs: <a href="/openapi.json">openapi.json</a>`,
    main,
    here: '/docs',
    links: GUIDE_LINKS,
    styles: [siteAssets.address('reference.css')],
  });
}

/** Each operation has a schema of its problems, and one of their types. They are listed with it. */
function isProblemOfOne(name: string): boolean {
  return /.Problem(Type)?$/.test(name);
}

function linkTo({ operationId, summary }: DocumentedOperation): Html {
  return html`<a href="#${operationId}">${summary}</a>`;
}

function operationSection(method: string, path: string, operation: DocumentedOperation): Html {
  const { operationId, summary, description, requestBody, responses } = operation;
  const bodies = examplesIn(requestBody?.content);
  const commands = bodies.map(
    (body) => html`
      <p>${body.summary}:</p>
      ${command(curlLines(method, path, operation, body))}
    `,
  );
  const answers = Object.entries(responses);
  return html`
    <section aria-labelledby="${operationId}">
      <h3 id="${operationId}">${summary}</h3>
      <p class="address"><code>${method} ${path}</code></p>
      ${paragraphs(description)}
      ${parametersOf(operation)}
      ${requestBody && bodyOf(requestBody.content)}
      <h4>Command</h4>
      ${bodies.length === 0 ? command(curlLines(method, path, operation)) : commands}
      <h4>Responses</h4>
      ${answers.map(([status, response]) => !isProblem(response) && success(status, response))}
      <ul class="problems">
        ${answers.map(([status, response]) => problems(status, response))}
      </ul>
    </section>
  `;
}

function messageSection(type: string, operation: DocumentedOperation): Html {
  const { operationId, summary, description, requestBody } = operation;
  return html`
    <section aria-labelledby="${operationId}">
      <h3 id="${operationId}">${summary}</h3>
      <p class="address"><code>${type}</code></p>
      ${paragraphs(description)}
      ${parametersOf(operation)}
      ${requestBody && bodyOf(requestBody.content)}
      ${examplesIn(requestBody?.content).map(example)}
    </section>
  `;
}

function parametersOf({ summary, parameters = [] }: DocumentedOperation): Piece {
  if (parameters.length === 0) return undefined;
  const rows = parameters.map(({ name, in: part, required, schema, description }) =>
    rowOf(name, schema, required, description, `, in ${part}`),
  );
  return html`
    <h4>Parameters</h4>
    ${membersTable(`Parameters: ${summary}`, rows)}`;
}

function bodyOf(content: Content): Html {
  const [schema] = Object.values(content).map((each) => each.schema);
  const types = Object.keys(content).map((type, index) => html`${index > 0 && ' or '}<code>${type}</code>`);
  return html`
    <h4>Body</h4>
    <p>${schema && kindOf(schema)}, as ${types}</p>
  `;
}

function success(status: string, { description, headers = {}, content = {} }: DocumentedResponse): Html {
  const told = Object.entries(headers).filter(([, header]) => header.description !== undefined);
  const kinds = Object.entries(content).map(
    ([type, { schema }]) =>
      html` ${type === 'application/json' ? kindOf(schema) : html`<code>${type}</code>`}.`,
  );
  const list = told.map(([name, header]) => html`<li><code>${name}</code>: ${header.description}</li>\n`);
  return html`
    <p><strong>${status}</strong> ${description}${kinds}</p>
    ${list.length > 0 && html`<ul>${list}</ul>`}
    ${examplesIn(content).map(example)}
  `;
}

function isProblem({ content = {} }: DocumentedResponse): boolean {
  return PROBLEM_TYPE in content;
}

function problems(status: string, { content = {} }: DocumentedResponse): Html | false {
  const slugs = Object.keys(content[PROBLEM_TYPE]?.examples ?? {});
  if (slugs.length === 0) return false;
  const links = slugs.map((slug, index) => html`${index > 0 && ','} <a href="/problems/${slug}">${slug}</a>`);
  return html`<li><strong>${status}</strong>${links}</li>\n`;
}

function examplesIn(content: Content = {}): Example[] {
  const [first] = Object.values(content);
  return Object.values(first?.examples ?? {});
}

function example({ summary, value }: Example): Html {
  return html`
    <p>${summary}:</p>
    <pre tabindex="0">${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
  `;
}

function command(text: string): Html {
  return html`<pre class="command" tabindex="0">${text}</pre>\n`;
}

function schemaSection(name: string, schema: Schema): Html {
  const { description, properties } = schema;
  const kind = html`<p>${kindOf(schema)}</p>`;
  return html`
    <section aria-labelledby="${name}">
      <h3 id="${name}">${name}</h3>
      ${description !== undefined && paragraphs(description)}
      ${properties === undefined ? kind : membersTable(name, schemaFields(schema))}
    </section>
  `;
}
