/** `meterbook user`: links with which a user sets a new password or signs in, for when nobody can sign in to make one. */
import { ConfigError, environmentWithFile, readConfig, type Config } from "../../config.ts";
import { StartError } from "../../errors.ts";
import { createLog } from "../../log.ts";
import { makeResetLink, type ResetLink } from "../../operations/password-resets.ts";
import { makeSignInLink } from "../../operations/sign-in-links.ts";
import { loadAuditLog } from "../../safeguards/audit.ts";
import { openVault } from "../../safeguards/root-keys.ts";
import type { Db } from "../../store/db.ts";
import { findUserIdsByEmail } from "../../store/users/users.ts";
import { createCommand, understands } from "../command-line.ts";
import { withDatabase } from "./with-db.ts";

let chosen: () => Promise<void> = async () => {};

const command = createCommand("user", "Helps users to sign in; the service may be running.");
command
  .command("reset-link")
  .description("prints a link with which the user sets a new password; it works once, for an hour")
  .argument("<email>", "the e-mail address of the user")
  .action((email: string) => {
    chosen = () => printLink(email, { action: "user.reset_link_made", make: makeResetLink });
  });

command
  .command("sign-in-link")
  .description("prints a link that signs the user in; it works once, for an hour")
  .argument("<email>", "the e-mail address of the user")
  .action((email: string) => {
    chosen = () => printLink(email, { action: "user.sign_in_link_made", make: makeSignInLink });
  });

/** What a link is for, in the audit log, and how it is made. */
interface Kind {
  action: string;
  make: typeof makeResetLink | typeof makeSignInLink;
}

async function printLink(email: string, kind: Kind): Promise<void> {
  const config = readConfig(environmentWithFile());
  await withDatabase(config, "a link for a user", async (db) => {
    const { link, expires_at } = await makeAuditedLink(config, db, email, kind);
    process.stdout.write(`${link}\n`);
    process.stderr.write(`It works once, until ${expires_at}.\n`);
  });
}

async function makeAuditedLink(config: Config, db: Db, email: string, { action, make }: Kind): Promise<ResetLink> {
  const audit = await loadAuditLog(db, await openVault(db, config, createLog({ level: "error" })));
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const made = await db.transaction().execute(async (trx) => {
    const user = await findUserIdsByEmail(trx, email);
    if (user === undefined) throw new ConfigError("no user has this e-mail address, or the user is switched off");
    await audit.write(trx, {
      company_id: user.company_id,
      occurred_at: new Date().toISOString(),
      actor: "the operator, by command",
      action,
      record_type: "User",
      record_id: user.user_id,
      request_id: null,
      address: null,
    });
    return make(trx, { now: Date.now, publicUrl }, user);
  });
  if (made === undefined) throw new ConfigError("the user was switched off a moment ago");
  return made;
}

try {
  if (understands(command)) await chosen();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
  process.stderr.write(`No link was made: ${error.message}.\n`);
  process.exitCode = 1;
}
