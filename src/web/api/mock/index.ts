import type { FastifyInstance } from 'fastify';
import type { Uuid } from '../../../core/uuid.ts';
import type { Caller, FindCaller } from '../../../http/caller.ts';
import { MOCK_BASE_PATH } from '../contract/index.ts';
import { parseCredentials, requireAuthorization, tokenIn } from '../credentials.ts';
import { routeOperations } from '../route.ts';
import { type MockRules, mockHandlers } from './mock-handlers.ts';

/** Puts the mock at `basePath`: the same operations, held to the same schemas, answered from their examples. */
export function routeMock(app: FastifyInstance, rules: MockRules, basePath = MOCK_BASE_PATH): void {
  const place = { basePath, countedAs: 'mock', calendar: rules.calendar };
  routeOperations(app, mockHandlers({ ...rules, basePath }), signInAnyone, place);
}

const ANYONE: Caller = { accountId: '00000000-0000-0000-0000-000000000000' as Uuid, role: 'admin' };

/** Requires credentials, as the service does, and accepts any. */
const signInAnyone: FindCaller = (authorization) => {
  const text = requireAuthorization(authorization);
  if (tokenIn(text) === undefined) parseCredentials(text);
  return ANYONE;
};
