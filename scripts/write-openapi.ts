/** Writes openapi.json, the interface as the contract declares it, in the project's folder. */
import { writeFileSync } from 'node:fs';
import { openApiText } from '../src/doors/api/openapi.ts';

writeFileSync(new URL('../openapi.json', import.meta.url), openApiText());
