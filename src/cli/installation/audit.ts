/** `meterbook audit verify`: checks that the audit log is unchanged. Exit code 1 and the first wrong row otherwise. */
import { parseArgs } from "node:util";
import { loadAuditLog, verifyAudit, type AuditVerdict } from "../../safeguards/audit.ts";
import { ConfigError, environmentWithFile, readConfig } from "../../config.ts";
import { StartError } from "../../errors.ts";
import { createLog } from "../../log.ts";
import { openVault } from "../../safeguards/root-keys.ts";
import { calledWith } from "../command-line.ts";
import { withDatabase } from "./with-db.ts";

const usage = () => `Usage: ${calledWith("audit", "verify [--company <id>] [--head <line of the log>]... [--json]")}
Checks the audit log of all companies or of one. With --head, a line "head of the audit log" that the service logged
earlier, it also detects rows that were removed together with the head in the database. The service may be running.
`;

interface Options {
  company: number | null;
  heads: string[];
  json: boolean;
}

async function main(args: string[]): Promise<void> {
  if (args.includes("--help") || args.includes("-h")) return void process.stdout.write(usage());
  const options = readArguments(args);
  if (options === null) {
    process.stderr.write(usage());
    process.exitCode = 2;
    return;
  }
  const config = readConfig(environmentWithFile());
  await withDatabase(config, "a check of the audit log", async (db) => {
    const vault = await openVault(db, config, createLog({ level: "error" }));
    const audit = await loadAuditLog(db, vault);
    const notes = options.heads.map((line) => {
      const note = audit.readNote(line);
      if (note === null) throw new ConfigError("A line given with --head contains no head that this service wrote.");
      return note;
    });
    for await (const verdict of verifyAudit(db, audit, { company: options.company, notes })) {
      if (verdict.fault !== null) process.exitCode = 1;
      process.stdout.write(options.json ? `${JSON.stringify(verdict)}\n` : `${sentenceOf(verdict)}\n`);
    }
  });
}

function sentenceOf({ company_id, rows, before_keying, first_position, fault }: AuditVerdict): string {
  const old = before_keying === 0 ? "" : ` (${before_keying} from before the log was sealed)`;
  const pruned = first_position === 1 ? "" : ` Rows before ${first_position} were removed for their age.`;
  const found = fault === null ? "as they were written." : `NOT as they were written. ${fault.sentence}`;
  return `Company ${company_id}: ${rows} rows${old}, ${found}${pruned}`;
}

/** Null when the arguments are invalid. */
function readArguments(args: string[]): Options | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { company: { type: "string" }, head: { type: "string", multiple: true }, json: { type: "boolean" } },
    });
    const { company = null, head = [], json = false } = values;
    if (positionals.join(" ") !== "verify") return null;
    if (company !== null && !/^[1-9]\d{0,15}$/.test(company)) return null;
    return { company: company === null ? null : Number(company), heads: head, json };
  } catch {
    return null;
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
  process.stderr.write(`The audit log could not be verified. ${error.message}\n`);
  process.exitCode = 1;
}
