/** The sender of mail. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** The domain in which the ids in mails end. */
export function domainOf({ address }: Sender): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
