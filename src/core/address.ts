/** For messages about an address that can't be parsed: often its password is why. */
export const PASSWORD_ENCODING_HINT = 'In a user name or password, write % # / ? @ as %25 %23 %2F %3F %40.';
