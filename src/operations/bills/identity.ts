/** The identity of the bill that a statement describes, and the hash of its content. */
import { createHash } from "node:crypto";
import { identityOf } from "../../domain/bills/bill-identity.ts";
import type { Identity } from "../../domain/bills/plan-bills.ts";
import type { Statement } from "../../records/statement.ts";

export function identify(statement: Statement): Identity {
  const { identity_key, content_key } = identityOf(statement);
  return { identity_key, content_sha256: createHash("sha256").update(content_key).digest() };
}
