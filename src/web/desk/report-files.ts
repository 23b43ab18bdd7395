import { attributes, type Html, html } from '../../pages/html.ts';
import type { Clerk } from './desk-page.ts';
import { reportsTexts } from './reports-texts.ts';

/** The buttons that give a report as a file. @param asked the query of its page */
export function fileButtons({ language }: Clerk, asked: Readonly<Record<string, string>>): Html {
  const say = reportsTexts(language);
  const link = (text: string, label: string, how: Readonly<Record<string, string>>) => {
    const href = `/desk/reports.csv?${new URLSearchParams({ ...asked, ...how })}`;
    const tied = attributes({ class: 'button', href, download: true, 'aria-label': label });
    return html`<a${tied}>${text}</a>\n`;
  };
  return html`
    ${link(say('excel'), say('downloadForExcel'), { format: 'excel' })}
    ${link(say('csv'), say('download'), {})}
  `;
}
