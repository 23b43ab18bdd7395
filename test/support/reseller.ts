import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import * as octo from '@octocloud/types';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { addToken } from '../../src/accounts/index.ts';
import { OPERATOR } from '../../src/core/actor.ts';
import { octoDocument } from '../../src/web/octo/openapi.ts';
import type { Answer } from './client.ts';
import type { OpenMuseum } from './databases.ts';
import type { Museum } from './museum.ts';
import { createEvent } from './samples.ts';

/** A JSON value as a client gets it. */
type Shown = Answer['json'];
type Body = Readonly<Record<string, unknown>>;

// biome-ignore lint/suspicious/noExplicitAny: the document is what is under test
const document: any = JSON.parse(JSON.stringify(octoDocument()));
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({ $id: 'octo', components: document.components });
/** Compiled once: that takes longer than most requests. */
const validators = new Map<unknown, ValidateFunction>();

/** A program of a reseller, with a token of its account. Each answer must be as /octo/openapi.json says, and as OCTO itself does. */
export class Reseller {
  readonly #museum: Museum;
  readonly token: string;
  readonly #capabilities: string;

  private constructor(museum: Museum, token: string, capabilities: string) {
    this.#museum = museum;
    this.token = token;
    this.#capabilities = capabilities;
  }

  static async of(
    museum: Museum,
    username: 'partner' | 'other-partner' = 'partner',
    capabilities = 'octo/pricing',
  ): Promise<Reseller> {
    const token = await addToken(museum.store, OPERATOR, username, museum.clock);
    return new Reseller(museum, token, capabilities);
  }

  /** Asks, and asserts that the answer is as declared. */
  async ask(method: string, path: string, body?: Body): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.token}`, 'octo-capabilities': this.#capabilities };
    const asked = { as: 'nobody', headers, ...(body && { body }) } as const;
    const answer = await this.#museum.ask(method, `/octo${path}`, asked);
    assertDeclared(method, path, answer);
    assertStandard(method, path, answer);
    return answer;
  }

  /** What is answered, which must be a success. */
  async get(method: string, path: string, body?: Body): Promise<Shown> {
    const answer = await this.ask(method, path, body);
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  }

  /** The code of the error, with its further members. */
  async error(method: string, path: string, body?: Body): Promise<Shown> {
    const answer = await this.ask(method, path, body);
    assert.equal(answer.status, 400, answer.text);
    const { errorMessage, ...told } = answer.json;
    assert.ok(errorMessage.length > 0);
    return told;
  }

  /** A booking that is held. */
  reserve(body: Body = {}): Promise<Shown> {
    return this.get('POST', '/bookings', booking(body));
  }

  confirm({ uuid }: Shown, body: Body = {}): Promise<Shown> {
    return this.get('POST', `/bookings/${uuid}/confirm`, { contact: {}, ...body });
  }
}

export const BOOKED_DAY = '2027-03-10';

/** A request for two places of general entry, nine days after the tests' first. */
export function booking(changes: Body = {}): Body {
  return {
    productId: 'general',
    optionId: 'DEFAULT',
    availabilityId: BOOKED_DAY,
    unitItems: units(2),
    ...changes,
  };
}

export function units(quantity: number, unitId = 'standard'): { unitId: string }[] {
  return Array.from({ length: quantity }, () => ({ unitId }));
}

/** A museum with the interface of resellers, where entry costs 12 EUR, and one of them. */
export async function openForResellers(
  openMuseum: OpenMuseum,
  test: TestContext,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ museum: Museum; reseller: Reseller }> {
  const museum = await openMuseum(test, {
    settings: { MUSEUM_OCTO: 'on', MUSEUM_GENERAL_PRICE: '12', MUSEUM_NAME: 'Rijn', ...settings },
  });
  return { museum, reseller: await Reseller.of(museum) };
}

/** An event on two days with two times, of 20 places each. @returns its id */
export async function announceTour(museum: Museum): Promise<string> {
  const dates = ['2027-03-09', BOOKED_DAY];
  const { eventId } = await createEvent(museum, { name: 'Tour', dates, price: 25 });
  const times = { times: ['11:00', '14:30'], minutes: 90 };
  await museum.api('PUT', `/special-events/${eventId}/times`, { body: times });
  await museum.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: 20 } });
  return eventId;
}

function assertDeclared(method: string, path: string, { status, text, headers }: Answer): void {
  const [asked = ''] = path.split('?');
  const template = Object.keys(document.paths).find((each) =>
    new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`).test(asked),
  );
  const declared = document.paths[template ?? '']?.[method.toLowerCase()]?.responses[status];
  if (declared === undefined) return;
  assert.equal(headers['content-type'], 'application/json');
  const { schema } = declared.content['application/json'];
  const validate =
    validators.get(schema) ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"octo#/')));
  validators.set(schema, validate);
  assert.ok(validate(JSON.parse(text)), `${method} ${path}: ${ajv.errorsText(validate.errors)}\n${text}`);
}

/** The schemas that OCTO publishes, by operation. */
const STANDARD = [
  [/^GET \/supplier$/, octo.zSuppliersGetResponse],
  [/^GET \/capabilities$/, octo.zCapabilitiesGetResponse],
  [/^GET \/products$/, octo.zProductsGetProductsResponse],
  [/^GET \/products\/[^/]+$/, octo.zProductsGetProductResponse],
  [/^POST \/availability$/, octo.zAvailabilitiesAvailabilityCheckResponse],
  [/^POST \/availability\/calendar$/, octo.zAvailabilitiesAvailabilityCalendarResponse],
  [/^GET \/bookings$/, octo.zBookingsGetBookingsResponse],
  [/^POST \/bookings$/, octo.zBookingsBookingReservationResponse],
  [/^(GET|PATCH) \/bookings\/[^/]+$/, octo.zBooking],
  [/^POST \/bookings\/[^/]+\/(confirm|cancel|extend)$/, octo.zBooking],
] as const;

function assertStandard(method: string, path: string, { status, text }: Answer): void {
  const asked = `${method} ${path.replace(/\/?(\?.*)?$/, '')}`;
  const schema =
    status === 200 ? STANDARD.find(([operation]) => operation.test(asked))?.[1] : octo.zBaseError;
  assert.ok(schema, `OCTO knows no ${asked}`);
  const { error } = schema.safeParse(JSON.parse(text));
  assert.equal(error, undefined, `${asked}: ${error}\n${text}`);
}
