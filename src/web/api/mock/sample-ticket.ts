import { lazy } from '../../../core/lazy.ts';
import { TicketPainter, ticketsPdf } from '../../../images/index.ts';

/** The text of the sample's QR code, which no gate accepts as a ticket code. */
export const SAMPLE_CODE = 'SAMPLE: not a ticket';

const FACE = {
  museumName: 'The mock of the museum',
  title: 'SAMPLE',
  location: 'Not a ticket. It admits no one.',
  date: 'Sunday 14 March 2027',
  price: 'Free',
  currency: 'EUR',
  confirmationCode: 'SAMPLE',
  code: SAMPLE_CODE,
};

/** A sample ticket, by media type; its texts say that it admits no one. It is drawn once. */
export const sampleTicket = lazy(async (): Promise<Readonly<Record<string, Uint8Array>>> => {
  const painter = new TicketPainter({ workers: 1 });
  try {
    const [png, svg] = await Promise.all([painter.paint(FACE), painter.paint(FACE, null, 'svg')]);
    return {
      'image/png': png,
      'image/svg+xml': svg,
      'application/pdf': ticketsPdf([{ png, face: FACE }], 'en'),
    };
  } finally {
    await painter.close();
  }
});
