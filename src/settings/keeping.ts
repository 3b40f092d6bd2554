/** Settings for how much a company may store and how long records are kept; `operations/quotas.ts` and `jobs/retention.ts` apply them. */
import { count } from "./forms.ts";

const quota = (name: string, { max, fallback }: { max: number; fallback: string }, sentence: string) =>
  count(name, { min: 0, max, fallback, zero: "for no limit", shared: true }, sentence);

const keptDays = (name: string, fallback: string, sentence: string) =>
  count(name, { min: 0, max: 36_500, fallback, zero: "to keep it for ever", shared: true }, sentence);

const COUNT_MAX = 1_000_000_000_000;

export const KEEPING = {
  quotaFileMegabytes: quota(
    "METERBOOK_QUOTA_FILE_MEGABYTES",
    { max: 1_000_000_000, fallback: "51200" },
    "Megabytes of files that a company may store: bills, imports and deliveries.",
  ),
  quotaBills: quota(
    "METERBOOK_QUOTA_BILLS",
    { max: COUNT_MAX, fallback: "1000000" },
    "Bills that a company may store, including archived ones.",
  ),
  quotaLines: quota(
    "METERBOOK_QUOTA_LINES",
    { max: COUNT_MAX, fallback: "20000000" },
    "Charges and usages that a company may store, including those of archived bills.",
  ),
  quotaOpenImports: quota(
    "METERBOOK_QUOTA_OPEN_IMPORTS",
    { max: COUNT_MAX, fallback: "200" },
    "Imports of a company that are waiting, running or not yet confirmed.",
  ),
  keepEventDays: keptDays(
    "METERBOOK_KEEP_EVENT_DAYS",
    "90",
    "Events and their webhook deliveries with all attempts, counted from when they were delivered or failed.",
  ),
  keepChangeDays: keptDays(
    "METERBOOK_KEEP_CHANGE_DAYS",
    "0",
    "Changes in the feed GET /v1/changes; an older cursor is refused.",
  ),
  keepImportDays: keptDays(
    "METERBOOK_KEEP_IMPORT_DAYS",
    "90",
    "Refused rows of finished imports, and imports that failed or were cancelled and made no bill.",
  ),
  keepFailedFileDays: keptDays(
    "METERBOOK_KEEP_FAILED_FILE_DAYS",
    "1",
    "Files of imports that failed or were cancelled and made no bill.",
  ),
  keepDeliveryFileDays: keptDays(
    "METERBOOK_KEEP_DELIVERY_FILE_DAYS",
    "365",
    "Files made for deliveries; those of each delivery's last run always stay, and at most 200 of the others.",
  ),
  keepMailDays: keptDays(
    "METERBOOK_KEEP_MAIL_DAYS",
    "90",
    "What became of each mail of a mailbox, with its sender and subject; its documents stay.",
  ),
};
