import type { Letter } from '../letter.ts';

/** The values in a letter. Each is one line of plain text that leaves the direction of the sentence around it as it is. */
export interface LetterFacts {
  readonly museum: string;
  /** The event's name, or what general entry is called. */
  readonly title: string;
  /** The day, in words. */
  readonly date: string;
  /** Where the event is, and where it was to be; empty for general entry. */
  readonly place: string;
  readonly placeBefore: string;
  /** Confirmation codes of the tickets. */
  readonly codes: string;
  readonly isMany: boolean;
  /** Confirmation code of the ticket that was exchanged. */
  readonly replaced: string;
}

export interface LetterWords {
  readonly subject: (facts: LetterFacts) => string;
  readonly heading: (facts: LetterFacts) => string;
  /** Paragraphs. */
  readonly body: (facts: LetterFacts) => readonly string[];
}

/** Everything that mail says, in one language. */
export interface Words {
  readonly letters: Readonly<Record<Letter, LetterWords>>;
  /** Labels of the details of a ticket. */
  readonly what: string;
  readonly date: string;
  readonly place: string;
  readonly hours: string;
  readonly price: string;
  readonly code: string;
  readonly picture: (code: string) => string;
  readonly footer: (museum: string) => string;
  readonly test: { readonly subject: (museum: string) => string; readonly body: string };
}
