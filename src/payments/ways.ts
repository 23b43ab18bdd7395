import type { ProviderName } from './provider.ts';

/** How an order in the shop may be paid. `desk`: reserved, and paid at the museum; the others are payment providers. */
export type PaymentWay = 'desk' | ProviderName;

export const PAYMENT_WAYS = ['desk', 'stripe', 'mollie'] as const satisfies readonly PaymentWay[];
