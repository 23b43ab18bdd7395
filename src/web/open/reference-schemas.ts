import { type Html, html, type Piece } from '../../pages/html.ts';
import { table, unseenCaption } from '../../pages/table.ts';
import { sentences } from './markdown.ts';
import { nameIn, type Schema } from './reference-document.ts';

/** A schema in words, with links to the named ones: "array of Ticket". */
export function kindOf(schema: Schema): Piece {
  const { $ref, oneOf, items } = schema;
  if ($ref !== undefined) return html`<a href="#${nameIn($ref)}">${nameIn($ref)}</a>`;
  if (oneOf !== undefined) return joined(oneOf.map(kindOf), ' or ');
  if ('const' in schema) return code(schema.const);
  if (schema.enum !== undefined) return joined(schema.enum.map(code), ', ');
  if (items !== undefined && schema.type === 'array') return ['array of ', kindOf(items)];
  const type = [schema.type ?? 'any'].flat().join(' or ');
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}

export function membersTable(caption: string, rows: readonly Piece[][]): Html {
  const columns = ['Name', 'Type', 'Meaning'].map((head, index) => ({
    head,
    cell: (cells: readonly Piece[]) => cells[index],
  }));
  return table(unseenCaption(caption), rows, columns, 'An object without declared members.');
}

/** The rows of the members of an object, those of objects in it by their paths: `items[].price`. */
export function schemaFields({ properties = {}, required = [] }: Schema, place = ''): Piece[][] {
  return Object.entries(properties).flatMap(([name, member]) => [
    rowOf(place + name, member, required.includes(name)),
    ...schemaFields(member, `${place}${name}.`),
    ...(member.items === undefined ? [] : schemaFields(member.items, `${place}${name}[].`)),
  ]);
}

/** @param where a parameter is sent */
export function rowOf(
  name: string,
  schema: Schema,
  isRequired: boolean,
  description = schema.description,
  where = '',
): Piece[] {
  return [
    html`<code>${name}</code>`,
    [kindOf(schema), where, !isRequired && ', optional'],
    [sentences(description ?? ''), ' ', limitsOf(schema)],
  ];
}

/** What the values of a schema must keep to: "At most 30. Default: 10." */
function limitsOf(schema: Schema): Piece {
  const { minimum, maximum, exclusiveMinimum, pattern } = schema;
  const range = (from: number | undefined, to: number | undefined, of: string) => {
    if (from !== undefined && to !== undefined) return `${from === to ? from : `${from} to ${to}`}${of}. `;
    if (to !== undefined) return `At most ${to}${of}. `;
    return from !== undefined && `At least ${from}${of}. `;
  };
  return [
    range(minimum, maximum, ''),
    exclusiveMinimum !== undefined && `More than ${exclusiveMinimum}. `,
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    pattern !== undefined && html`Pattern: <code>${pattern}</code> `,
    'default' in schema && html`Default: <code>${JSON.stringify(schema.default)}</code>.`,
  ];
}

function code(value: unknown): Html {
  return html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;
}

function joined(pieces: readonly Piece[], separator: string): Piece {
  return pieces.map((piece, index) => (index === 0 ? piece : [separator, piece]));
}
