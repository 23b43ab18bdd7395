-- Keys that were revoked because somebody else may know them. No gate admits a code that one of them has signed.
CREATE TABLE revoked_keys (
  key_id TEXT NOT NULL PRIMARY KEY REFERENCES signing_keys (key_id),
  -- The key that signs its tickets instead; never a revoked one.
  replaced_by TEXT NOT NULL REFERENCES signing_keys (key_id),
  reason TEXT NOT NULL,
  revoked_at BIGINT NOT NULL,
  CHECK (key_id <> replaced_by)
);
