import { paymentsOf, type Shown } from '../world.ts';
import { action, onBooking } from './action.ts';

/** What resellers do over OCTO. */
export const reselling = [
  action('reserve with a reseller', 3, async (world) => {
    const { draw, octo } = world;
    const product = draw.oneOf((await octo('GET', '/products')).json as Shown[]);
    const unit = draw.oneOf((product?.options[0].units ?? []) as Shown[]);
    const offer = { productId: product?.id, optionId: 'DEFAULT' };
    const days = { localDateStart: world.today(1), localDateEnd: world.today(21) };
    const found = await octo('POST', '/availability', { ...offer, ...days });
    const slots: Shown[] = found.status === 200 ? found.json : [];
    const slot = draw.oneOf(slots.filter(({ available }) => available));
    if (slot === undefined || unit === undefined) return false;
    const unitItems = Array.from({ length: draw.between(1, 3) }, () => ({ unitId: unit.id }));
    const uuid = world.key();
    const made = await octo('POST', '/bookings', { uuid, ...offer, availabilityId: slot.id, unitItems });
    if (made.status === 200) world.know(made.json.id, { booking: uuid });
    return made;
  }),
  onBooking('confirm a booking', 6, ['held'], async (world, { booking, shown }) => {
    const contact = { emailAddress: world.email() };
    const answer = await world.octo('POST', `/bookings/${booking}/confirm`, { contact });
    if (answer.status === 200) world.paid('invoice', shown.total);
    return answer;
  }),
  onBooking('cancel a booking', 2, ['held', 'sold'], async (world, order) => {
    const before = paymentsOf(order.shown);
    const answer = await world.octo('POST', `/bookings/${order.booking}/cancel`, { reason: 'Ill' });
    await world.look(order);
    world.paid('invoice', (paymentsOf(order.shown) - before) / 100);
    return answer;
  }),
];
