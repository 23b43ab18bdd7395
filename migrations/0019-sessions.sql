-- Who is signed in on the pages. A session is known by a keyed hash of its token, which only the browser has.
CREATE TABLE sessions (
  session_hash TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (account_id),
  -- A keyed hash of the account's password hash at sign-in: with another password the session is over.
  password_proof TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  made_at BIGINT NOT NULL,
  -- Right to some minutes.
  seen_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_by_account ON sessions (account_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);
