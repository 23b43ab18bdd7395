import { once } from '../../../core/once.ts';
import { TicketPainter } from '../../../images/index.ts';

/** The text of the sample's QR code, which no gate accepts as a ticket code. */
export const SAMPLE_CODE = 'SAMPLE: not a ticket';

/** The picture of a sample ticket; its texts say that it admits no one. It is drawn once. */
export const sampleTicket = once(async () => {
  const painter = new TicketPainter({ workers: 1 });
  try {
    return await painter.paint({
      museumName: 'The mock of the museum',
      title: 'SAMPLE',
      location: 'Not a ticket. It admits no one.',
      date: 'Sunday 14 March 2027',
      price: 'Free',
      currency: 'EUR',
      confirmationCode: 'SAMPLE',
      code: SAMPLE_CODE,
    });
  } finally {
    await painter.close();
  }
});
