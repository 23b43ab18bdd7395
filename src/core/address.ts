/** For messages about an address that can't be read: often its password is why. */
export const HOW_TO_WRITE_PASSWORDS =
  'In a name or a password, % # / ? @ are written as %25 %23 %2F %3F %40.';
