/** Settings for how much a company may store and how long records are kept; `quotas.ts` and `jobs/retention.ts` apply them. */
import { setting, wholeNumber } from "./forms.ts";

const NO_LIMIT = "a whole number; 0 for no limit";
const FOR_EVER = "a whole number of days; 0 to keep it for ever";
const count = wholeNumber(0, 1_000_000_000_000);
const days = wholeNumber(0, 36_500);

export const KEEPING = {
  quotaFileMegabytes: setting({
    name: "METERBOOK_QUOTA_FILE_MEGABYTES",
    schema: wholeNumber(0, 1_000_000_000),
    fallback: "51200",
    form: NO_LIMIT,
    sentence: "Megabytes of files that a company may store: bills, imports and deliveries.",
    shared: true,
  }),
  quotaBills: setting({
    name: "METERBOOK_QUOTA_BILLS",
    schema: count,
    fallback: "1000000",
    form: NO_LIMIT,
    sentence: "Bills that a company may store, including archived ones.",
    shared: true,
  }),
  quotaLines: setting({
    name: "METERBOOK_QUOTA_LINES",
    schema: count,
    fallback: "20000000",
    form: NO_LIMIT,
    sentence: "Charges and usages that a company may store, including those of archived bills.",
    shared: true,
  }),
  quotaOpenImports: setting({
    name: "METERBOOK_QUOTA_OPEN_IMPORTS",
    schema: count,
    fallback: "200",
    form: NO_LIMIT,
    sentence: "Imports of a company that are waiting, running or not yet confirmed.",
    shared: true,
  }),
  keepEventDays: setting({
    name: "METERBOOK_KEEP_EVENT_DAYS",
    schema: days,
    fallback: "90",
    form: FOR_EVER,
    sentence: "Events and their webhook deliveries with all attempts, counted from when they were delivered or failed.",
    shared: true,
  }),
  keepChangeDays: setting({
    name: "METERBOOK_KEEP_CHANGE_DAYS",
    schema: days,
    fallback: "0",
    form: FOR_EVER,
    sentence: "Changes in the feed GET /v1/changes; an older cursor is refused.",
    shared: true,
  }),
  keepImportDays: setting({
    name: "METERBOOK_KEEP_IMPORT_DAYS",
    schema: days,
    fallback: "90",
    form: FOR_EVER,
    sentence: "Refused rows of finished imports, and imports that failed or were cancelled and made no bill.",
    shared: true,
  }),
  keepFailedFileDays: setting({
    name: "METERBOOK_KEEP_FAILED_FILE_DAYS",
    schema: days,
    fallback: "1",
    form: FOR_EVER,
    sentence: "Files of imports that failed or were cancelled and made no bill.",
    shared: true,
  }),
  keepDeliveryFileDays: setting({
    name: "METERBOOK_KEEP_DELIVERY_FILE_DAYS",
    schema: days,
    fallback: "365",
    form: FOR_EVER,
    sentence:
      "Files made for deliveries; those of each delivery's last run always stay, and at most 200 of the others.",
    shared: true,
  }),
};
