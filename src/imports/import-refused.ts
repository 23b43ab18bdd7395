/** A file that can't be imported as a whole. The message is a sentence for the person who asked for it. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}
