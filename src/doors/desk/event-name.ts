import { isolated } from '../../core/name.js';
import { type Html, html } from '../../pages/html.ts';

/** An event, or general entry, as a list names it: names need not be unique, so its place stands beside it. */
interface Named {
  readonly name: string;
  readonly location?: string | undefined;
}

export function nameAndPlace({ name, location }: Named): Html {
  return html`${isolated(name)}${location !== undefined && html` <small class="quiet" dir="auto">${location}</small>`}`;
}

/** The same for a select, which takes only text. */
export function nameAndPlaceText({ name, location }: Named): string {
  return location === undefined ? isolated(name) : `${isolated(name)}, ${isolated(location)}`;
}
