import { isolated } from '../../core/name.js';
import { type Html, html } from '../../pages/html.ts';

/** The name of an event, or of general entry, in a list. Names need not be unique, so the location is added. */
interface Named {
  readonly name: string;
  readonly location?: string | undefined;
}

export function nameAndPlace({ name, location }: Named): Html {
  return html`${isolated(name)}${location !== undefined && html` <small class="quiet" dir="auto">${location}</small>`}`;
}

/** Name and place for a select, which takes only text. */
export function nameAndPlaceText({ name, location }: Named): string {
  return location === undefined ? isolated(name) : `${isolated(name)}, ${isolated(location)}`;
}
