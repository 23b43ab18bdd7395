-- Accounts that sign in on the pages with a code of an authenticator app besides their password (TOTP, RFC 6238).
CREATE TABLE second_factors (
  account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (account_id),
  -- What the app has too: 20 bytes in base32.
  secret TEXT NOT NULL,
  set_at BIGINT NOT NULL,
  -- The time step of the last code that was accepted: none is accepted twice.
  last_step BIGINT NOT NULL,
  -- Wrong codes since the last right one, and when the last of them came.
  failures INTEGER NOT NULL DEFAULT 0,
  failed_at BIGINT NOT NULL DEFAULT 0
);

-- Codes to use once instead of one of the app, as keyed hashes. A code that was used is deleted.
CREATE TABLE recovery_codes (
  account_id TEXT NOT NULL REFERENCES second_factors (account_id),
  code_hash TEXT NOT NULL,
  PRIMARY KEY (account_id, code_hash)
);
