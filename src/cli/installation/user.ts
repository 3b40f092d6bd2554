/** `meterbook user`: links with which a user sets a new password or signs in, for when nobody can sign in to make one. */
import { ConfigError, readConfig, type Config } from "../../config.ts";
import { makeResetLink, type ResetLink } from "../../operations/password-resets.ts";
import { makeSignInLink } from "../../operations/sign-in-links.ts";
import { loadAuditLog } from "../../safeguards/audit.ts";
import { openVault } from "../../safeguards/root-keys.ts";
import type { Db } from "../../store/db.ts";
import { findUserByEmail } from "../../store/users/users.ts";
import { attempt, createCommand, parse } from "../command-line.ts";
import { errorLog, print, say, type Io, type Run } from "../io.ts";
import { withDatabase } from "./with-db.ts";

/** What a link is for, in the audit log, and how it is made. */
interface Kind {
  action: string;
  make: typeof makeResetLink | typeof makeSignInLink;
}

const FAILING = { says: (why: string) => `No link was made: ${why}.`, code: 1 };

export const run: Run = async (args, io) => {
  let chosen = async () => 0;
  const command = createCommand(io, "user", "Helps users to sign in; the service may be running.");
  command
    .command("reset-link")
    .description("prints a link with which the user sets a new password; it works once, for an hour")
    .argument("<email>", "the e-mail address of the user")
    .action((email: string) => {
      chosen = () => printLink(io, email, { action: "user.reset_link_made", make: makeResetLink });
    });
  command
    .command("sign-in-link")
    .description("prints a link that signs the user in; it works once, for an hour")
    .argument("<email>", "the e-mail address of the user")
    .action((email: string) => {
      chosen = () => printLink(io, email, { action: "user.sign_in_link_made", make: makeSignInLink });
    });
  return parse(command, args) ?? attempt(io, chosen, FAILING);
};

async function printLink(io: Io, email: string, kind: Kind): Promise<number> {
  const config = readConfig(io.env);
  return withDatabase(io, config, "a link for a user", async (db) => {
    const { link, expires_at } = await makeAuditedLink(io, { config, db }, email, kind);
    print(io, link);
    say(io, `It works once, until ${expires_at}.`);
    return 0;
  });
}

async function makeAuditedLink(
  io: Io,
  { config, db }: { config: Config; db: Db },
  email: string,
  { action, make }: Kind,
): Promise<ResetLink> {
  const audit = await loadAuditLog(db, await openVault(db, config, errorLog(io)));
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const made = await db.transaction().execute(async (trx) => {
    const user = await findUserByEmail(trx, email);
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
