/** How an order in the shop may be paid. `desk`: reserved, and paid at the museum; the others are payment providers. */
export const PAYMENT_WAYS = ['desk', 'stripe', 'mollie'] as const;
export type PaymentWay = (typeof PAYMENT_WAYS)[number];
export type ProviderName = Exclude<PaymentWay, 'desk'>;
