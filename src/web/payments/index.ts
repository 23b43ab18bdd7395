/** What payment providers tell the service, and the payment page of the providers without money. */
export { fakePaymentPage, routeFakePayments } from './fake-payments.ts';
export { routeNotifications } from './notifications.ts';
