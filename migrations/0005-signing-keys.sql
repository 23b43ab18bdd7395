-- Ed25519 key pairs that sign ticket codes, in base64url. Each ticket keeps the key that it was sold under.
CREATE TABLE signing_keys (
  key_id TEXT NOT NULL PRIMARY KEY,
  public_key TEXT NOT NULL,
  private_key TEXT NOT NULL,
  -- 1 for the one key that signs what is sold now; NULL for those before it.
  is_current INTEGER UNIQUE CHECK (is_current = 1),
  made_at BIGINT NOT NULL,
  retired_at BIGINT,
  -- Of a retired key: the last day that a ticket signed with it is for. It stays published until then.
  needed_until TEXT,
  CHECK ((is_current IS NULL) = (retired_at IS NOT NULL))
);
