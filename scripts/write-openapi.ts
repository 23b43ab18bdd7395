/** Writes openapi.json, the interface as the contract declares it, and what of the client follows from it. */
import { writeFileSync } from 'node:fs';
import { readDocument } from '../src/contract/openapi-text.ts';
import { openApiText } from '../src/web/api/openapi.ts';
import { type Document, interfaceTypes, operationsTable } from './client-interface.ts';

const write = (file: string, text: string) => writeFileSync(new URL(`../${file}`, import.meta.url), text);
const document = readDocument<Document>(openApiText());
write('openapi.json', openApiText());
write('client/interface.d.ts', interfaceTypes(document));
write('client/operations.js', operationsTable(document));
