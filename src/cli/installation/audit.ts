/** `meterbook audit verify`: checks that the audit log is unchanged. Exit code 1 and the first wrong row otherwise. */
import { ConfigError, readConfig } from "../../config.ts";
import { loadAuditLog, verifyAudit, type AuditVerdict } from "../../safeguards/audit.ts";
import { openVault } from "../../safeguards/root-keys.ts";
import { attempt, createCommand, parse, readId, several } from "../command-line.ts";
import { errorLog, print, type Io, type Run } from "../io.ts";
import { withDatabase } from "./with-db.ts";

interface Options {
  company?: number;
  head?: string[];
  json?: true;
}

const FAILING = { says: (why: string) => `The audit log could not be verified. ${why}`, code: 1 };

export const run: Run = async (args, io) => {
  let options: Options = {};
  const command = createCommand(io, "audit", "Checks the audit log; the service may be running.");
  command
    .command("verify")
    .description("checks that nobody has changed the audit log of all companies, or of one")
    .option("--company <id>", "only of this company", readId)
    .option(
      "--head <line>",
      'a line "head of the audit log" that the service logged earlier: rows that were removed together with the head in the database are then found, too; repeatable',
      several,
    )
    .option("--json", "a line of JSON for each company")
    .addHelpText("after", "\nExit codes: 0 unchanged, 1 changed, or it could not be verified, 2 a wrong command.")
    .action((given: Options) => {
      options = given;
    });
  return parse(command, args) ?? attempt(io, () => verify(io, options), FAILING);
};

async function verify(io: Io, { company, head, json }: Options): Promise<number> {
  const config = readConfig(io.env);
  return withDatabase(io, config, "a check of the audit log", async (db) => {
    const vault = await openVault(db, config, errorLog(io));
    const audit = await loadAuditLog(db, vault);
    const notes = (head ?? []).map((line) => {
      const note = audit.readNote(line);
      if (note === null) throw new ConfigError("A line given with --head contains no head that this service wrote.");
      return note;
    });
    let code = 0;
    for await (const verdict of verifyAudit(db, audit, { company: company ?? null, notes })) {
      if (verdict.fault !== null) code = 1;
      print(io, json ? JSON.stringify(verdict) : sentenceOf(verdict));
    }
    return code;
  });
}

function sentenceOf({ company_id, rows, before_keying, first_position, fault }: AuditVerdict): string {
  const old = before_keying === 0 ? "" : ` (${before_keying} from before the log was sealed)`;
  const pruned = first_position === 1 ? "" : ` Rows before ${first_position} were removed for their age.`;
  const found = fault === null ? "as they were written." : `NOT as they were written. ${fault.sentence}`;
  return `Company ${company_id}: ${rows} rows${old}, ${found}${pruned}`;
}
