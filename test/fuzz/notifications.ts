import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import type { Answer } from '../../fixtures/client.ts';
import { FAKE_STRIPE_SECRET } from '../../src/demo/fake-stripe.ts';
import type { Sent } from './fault.ts';
import type { Lane } from './operations.ts';
import { faultOf as faultOfPage } from './pages.ts';
import type { FuzzedMuseum } from './service.ts';
import {
  headers,
  nasty,
  queryValue,
  type Spoiling,
  spoiled,
  spoiling,
  type Wound,
  wounded,
  wounds,
} from './values.ts';

/** A message of a payment provider, or of somebody who pretends to be it: anybody can send one. */
interface Plan {
  readonly provider: 'stripe' | 'mollie';
  readonly event: unknown;
  readonly wounds: Wound[];
  readonly form: readonly (readonly [string, string])[];
  readonly spoiling: Spoiling;
  readonly headers: Record<string, string | string[]>;
  readonly signature: 'right' | 'right' | 'none' | 'wrong';
}

const session = fc.nat(80).map((index) => `{{session:${index}}}`);

const plans: fc.Arbitrary<Plan> = fc.record({
  provider: fc.constantFrom('stripe', 'mollie'),
  event: fc.record({
    object: fc.constant('event'),
    data: fc.record({
      object: fc.record({
        object: fc.constantFrom('checkout.session', 'checkout.session', 'charge'),
        id: fc.oneof({ weight: 3, arbitrary: session }, { weight: 2, arbitrary: nasty }),
      }),
    }),
  }),
  wounds,
  form: fc.array(
    fc.tuple(
      fc.constantFrom('id', 'id', 'id', 'id', 'id[]', 'ID', ''),
      fc.oneof(
        { weight: 2, arbitrary: session },
        { weight: 1, arbitrary: queryValue },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).map(encoded) },
      ),
    ),
    { maxLength: 2 },
  ),
  spoiling,
  headers,
  signature: fc.constantFrom<Plan['signature'][]>('right', 'right', 'right', 'right', 'none', 'wrong'),
});

export function notificationsLane(museum: FuzzedMuseum): Lane<Plan> {
  return {
    plans,
    async run(plan) {
      const sent = sentOf(plan, museum);
      await museum.judged(sent, (answer) => faultOf(sent, answer));
    },
  };
}

function sentOf(plan: Plan, museum: FuzzedMuseum): Sent {
  const isStripe = plan.provider === 'stripe';
  const text = isStripe
    ? (JSON.stringify(wounded(plan.event, plan.wounds)) ?? '')
    : plan.form.map((pair) => pair.join('=')).join('&');
  const body = spoiled(museum.known.resolve(text), plan.spoiling);
  const more = Object.entries(plan.headers).map(([name, value]) => [
    name,
    typeof value === 'string' ? museum.known.resolve(value) : value,
  ]);
  return {
    method: 'POST',
    path: `/payments/${plan.provider}`,
    headers: {
      'content-type': isStripe ? 'application/json' : 'application/x-www-form-urlencoded',
      ...Object.fromEntries(more),
      ...(isStripe && plan.signature !== 'none' && { 'stripe-signature': signed(body, plan.signature) }),
    },
    body,
  };
}

/** As Stripe signs the bytes. */
function signed(body: string | Buffer, signature: Plan['signature']): string {
  const time = 1_800_000_000;
  const text = Buffer.from(body as string).toString();
  const secret = signature === 'right' ? FAKE_STRIPE_SECRET : 'whsec_guessed';
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${text}`).digest('hex')}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** What is wrong with the answer; undefined: nothing. It has no body, but where it refuses the request as such. */
function faultOf(sent: Sent, answer: Answer): string | undefined {
  const { status, bytes } = answer;
  if (bytes.length > 0 || ![200, 400].includes(status)) return faultOfPage(sent, answer, undefined);
  return answer.headers['cache-control'] === 'no-store' ? undefined : `${sent.path}: ${status} may be kept`;
}
