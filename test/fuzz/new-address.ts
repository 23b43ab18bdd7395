let addresses = 0;

/** An address that nobody else has. */
export function newAddress(): string {
  addresses += 1;
  return `2001:db8:${(addresses >> 16).toString(16)}:${(addresses & 0xffff).toString(16)}::1`;
}
