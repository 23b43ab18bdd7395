import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import {
  BASE_PATH,
  type InputOf,
  isConditionalRead,
  type Operation,
  type OperationId,
  operations,
  type Scope,
} from './contract/index.ts';
import { type RawRequest, requestChecker } from './validation.ts';
import { type Fault, Problem } from './problems.ts';
import { noSuchAddress } from '../../http/addresses.ts';
import { type Answer, send } from '../../http/answer.ts';
import { type Caller, requirePermission, type SignIn } from './caller.ts';
import { readOnCondition } from '../../http/conditional.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What is answered here; other addresses have none. */
    readonly operation?: Operation;
  }
}

/** A request that has passed sign-in, permission and schema: what an operation's handler is given. */
export type Request<Id extends OperationId> = InputOf<Id> & {
  readonly caller: Caller;
  /** How far the caller may use the operation. */
  readonly scope: Scope;
};
export type Handler<Id extends OperationId> = (
  request: Request<Id>,
  /** All of them, as they came; those that the operation declares are in `request`, checked. */
  headers: IncomingHttpHeaders,
) => Answer | Promise<Answer>;
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };
/** The handlers that one room offers. */
export type HandlersOf<Id extends OperationId> = Pick<Handlers, Id>;

/** Puts every operation of the contract at its address under `basePath`, behind sign-in and permission. */
export function routeOperations(
  app: FastifyInstance,
  handlers: Handlers,
  signIn: SignIn,
  basePath = BASE_PATH,
): void {
  for (const [id, operation] of Object.entries(operations)) {
    routeOperation(app, basePath, operation, handlers[id as OperationId] as Handler<OperationId>, signIn);
  }
}

function routeOperation(
  app: FastifyInstance,
  basePath: string,
  operation: Operation,
  handle: Handler<OperationId>,
  signIn: SignIn,
): void {
  const check = requestChecker(operation);
  const conditional = isConditionalRead(operation);
  app.route({
    method: operation.method as HTTPMethods,
    url: basePath + operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operation },
    onRequest: signInHook(operation, signIn),
    // Without async: what is at hand is answered in the same turn, without a promise.
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      const checked = check(rawRequest(request));
      if (checked.faults !== undefined) throw refusal(request, checked.faults, checked.unnamed);
      const { input } = checked;
      const caller = request.caller as Caller;
      const scope = requirePermission(caller, operation);
      const answer = handle({ ...input, caller, scope } as unknown as Request<OperationId>, request.headers);
      if (answer instanceof Promise) return answer.then((known) => finish(request, reply, known));
      return finish(request, reply, answer);
    },
  });

  function finish(request: FastifyRequest, reply: FastifyReply, answer: Answer): void {
    send(request, reply, conditional ? readOnCondition(request, answer) : answer);
  }
}

/** A path with a parameter left empty is none of the operation's. */
function refusal({ params }: FastifyRequest, faults: readonly Fault[], unnamed: number): Problem {
  return Object.values(params as object).includes('') ? noSuchAddress() : invalid(faults, unnamed);
}

/** Signs in before anything of the body is read, so that strangers can't make the service work. */
function signInHook(operation: Operation, signIn: SignIn) {
  const admit = (request: FastifyRequest, caller: Caller) => {
    request.caller = caller;
    requirePermission(caller, operation);
  };
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    try {
      const caller = signIn(request.headers.authorization, request.ip);
      if (caller instanceof Promise) {
        caller.then((known) => admit(request, known)).then(() => done(), done);
        return;
      }
      admit(request, caller);
    } catch (error) {
      return done(error as Error);
    }
    done();
  };
}

export function rawRequest(request: FastifyRequest): RawRequest {
  return {
    path: request.params as RawRequest['path'],
    query: request.query as RawRequest['query'],
    header: request.headers,
    body: request.body ?? (request.body === null ? null : undefined),
  };
}

/** @param unnamed how many faults there are beside `faults` */
export function invalid(faults: readonly Fault[], unnamed = 0): Problem {
  const [first] = faults;
  const others = faults.length + unnamed - 1;
  const named = unnamed === 0 ? ', all in "errors"' : `; "errors" names the first ${faults.length}`;
  const more =
    others === 0 ? '' : ` There ${others === 1 ? 'is 1 more fault' : `are ${others} more faults`}${named}.`;
  return new Problem('invalid-request', `${first?.detail ?? ''}${more}`, { errors: faults });
}
