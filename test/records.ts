/** One of each record for a company, written through the store as the jobs would: for tests of what is read back. */
import { randomBytes } from "node:crypto";
import { pageOf, textAt } from "../src/parsers/parsers.fixtures.ts";
import { eachMeterText } from "../src/records/meter-texts.ts";
import type { App } from "../src/app.ts";
import { ensureUtilityCompany, saveInventory, setAccountStatus } from "../src/store/records/accounts.ts";
import { insertGreenButtonRequest } from "../src/store/authorizations/green-button.ts";
import { setAuthorizationState } from "../src/store/authorizations/authorizations.ts";
import { insertBill } from "../src/store/store.fixtures.ts";
import { insertDataDelivery } from "../src/store/deliveries/data-deliveries.ts";
import { insertReportLink } from "../src/store/records/report-links.ts";
import { insertMailbox } from "../src/store/mailboxes/mailboxes.ts";
import { insertDocument, setDocumentOutcome } from "../src/store/bills/documents.ts";
import { recordChanges } from "../src/store/events/events.ts";
import { writeFindings } from "../src/store/derived/findings.ts";
import { insertRefusals } from "../src/store/imports/import-rows.ts";
import { insertImport } from "../src/store/imports/imports.ts";
import { insertMeter } from "../src/store/bills/billed-meters.ts";
import { ensureProperty } from "../src/store/records/properties.ts";
import { insertInvitation } from "../src/store/users/invitations.ts";
import { insertWebhook } from "../src/store/webhooks/webhooks.ts";
import { makeAuthorizationKey } from "../src/operations/authorization-keys.ts";
import { createFormLinks } from "../src/operations/form-links.ts";
import { submitCredential } from "../src/operations/authorizations.ts";

export interface Records {
  authorization_id: number;
  utility_account_id: number;
  property_id: number;
  meter_id: number;
  document_id: number;
  bill_id: number;
  finding_id: number;
  webhook_id: number;
  data_delivery_id: number;
  mailbox_id: number;
  report_link_id: number;
  form_link_id: number;
  green_button_request_id: number;
  import_id: number;
  invitation_id: number;
}

/** A PDF of one page. */
export const FILE_BYTES = pageOf(textAt("Sample", 100, 700));

export const CREDENTIAL = {
  online_access_username: "sample_user",
  online_access_password: "a \u{1f511} of the utility",
  online_access_url: "https://portal.example.com/login",
};

const LINE = { start_date: "2026-01-15", end_date: "2026-02-14", page: 1, box: [10, 20, 30, 40] };
const GROUP = "11111111-1111-4111-8111-111111111111";

export async function insertRecords(app: App, company: { id: number; uuid: string }): Promise<Records> {
  const sha256 = await app.files.put(company.uuid, FILE_BYTES);
  const { id: company_id } = company;
  const key = await makeAuthorizationKey(app, company_id);
  return app.db.transaction().execute(async (trx) => {
    const authorization = await submitCredential(trx, app, { company_id, credential: CREDENTIAL, key });
    const authorization_id = authorization.id;
    const utility_company_id = await ensureUtilityCompany(trx, {
      key: "sample-power",
      name: "Sample Power",
      energy_types: ["ELECTRIC"],
      time_zone: "America/Chicago",
    });
    const [utility_account_id = 0] = await saveInventory(trx, {
      company_id,
      authorization_id,
      utility_company_id,
      online_access_url: CREDENTIAL.online_access_url,
      accounts: [{ external_id: "account-1", acct_num: "100-200", service_address: "1 Sample Street" }],
    });
    await setAccountStatus(trx, { company_id, authorization_id, utility_account_id, status: "Active" });
    await setAuthorizationState(trx, company_id, authorization_id, {
      status: "Inventory Complete",
      status_detail: null,
      action_required_by: "none",
      errors: null,
      retry_at: null,
      failures: 0,
      utility_company_id,
    });
    const property = await ensureProperty(trx, company_id, {
      key: "1 SAMPLE ST",
      street1: "1 Sample Street",
      street2: null,
      city: "Sampleton",
      state: "IL",
      zip_code: "60601",
    });
    const meter_id = await insertMeter(trx, company_id, utility_account_id, {
      ...eachMeterText(() => null),
      property_id: property.id,
      meter_key: "M1|ELECTRIC|STANDARD",
      meter_num: "M1",
      service_address: "1 Sample Street",
      service_name: "General service",
      association_type: "STANDARD",
      energy_type: "ELECTRIC",
      measurement_unit: "kWh",
      demand_measurement_unit: null,
    });
    const document_id = await insertDocument(trx, {
      company_id,
      utility_account_id,
      authorization_id,
      external_id: "document-1",
      name: "bill.pdf",
      listed_date: "2026-02-16",
      file: { sha256, bytes: FILE_BYTES.byteLength, format: "pdf" },
    });
    if (document_id === undefined) throw new Error("the document was known");
    const bill_id = await insertBill(trx, company_id, {
      utility_account_id,
      document_id,
      original_utility_bill_id: null,
      origin: "portal",
      identity_key: "2026-01-15/2026-02-14",
      content_sha256: Buffer.alloc(32, 1),
      invoice_number: "7",
      invoice_date: "2026-02-16",
      corrected: false,
      period_start: "2026-01-15",
      period_end: "2026-02-14",
      estimated: false,
      account_holder_name: "Sample Holdings",
      amount_due: 123.45,
      previous_balance: null,
      amount_paid: 0,
      archived: false,
      archive_reason: null,
      source_format: "pdf",
      charges: [
        {
          ...LINE,
          utility_meter_id: meter_id,
          amount: 123.45,
          description: "Energy",
          utility_charge_type: "usage_cost",
          line_item_group_id: GROUP,
          quantity: 1000,
          rate: 0.12345,
        },
      ],
      usages: [
        {
          ...LINE,
          utility_meter_id: meter_id,
          amount: 1000.5,
          estimated_meter_read: false,
          description: "Energy",
          utility_usage_type: "usage_amount",
          measurement_unit: "kWh",
          kbtus: 3413.706,
          lbs_co2: 916.512027,
          co2_factor: "eGRID2023 rev2 RFCW",
          gallons: null,
          supply: false,
          line_item_group_id: GROUP,
        },
      ],
    });
    const findings = [{ name: "odd_font", severity: "warning" as const, detail: "The font is odd." }];
    await setDocumentOutcome(trx, company_id, document_id, {
      state: "accepted",
      findings,
      statement: null,
      utility_bill_id: bill_id,
    });
    const import_id = await insertImport(trx, {
      company_id,
      name: "history.csv",
      dry_run: true,
      profile_name: null,
      profile: null,
      constants: "{}",
      file: { sha256, bytes: FILE_BYTES.byteLength, format: "pdf" },
    });
    const refusal = {
      row: 2,
      column: "usage",
      value: "many",
      reason: "unreadable_number" as const,
      detail: "No number.",
    };
    await insertRefusals(trx, company_id, import_id, 0, [refusal]);
    const months = [monthOf("2026-01-01", 17), monthOf("2026-02-01", 13)];
    const own = { company_id, utility_meter_id: meter_id };
    await trx
      .insertInto("meter_months")
      .values(months.map((month) => ({ ...own, ...month })))
      .execute();
    await writeFindings(trx, company_id, [
      {
        owner: { utility_meter_id: meter_id, utility_account_id },
        isSilent: false,
        opened: [
          {
            rule: "zero_use",
            billId: bill_id,
            start_date: "2026-01-15",
            end_date: "2026-02-14",
            message: "The bill shows no use.",
            figures: { bills: 3 },
          },
        ],
        changed: [],
        resolved: [],
      },
    ]);
    const { id: finding_id } = await trx
      .selectFrom("findings")
      .select("id")
      .where("utility_meter_id", "=", meter_id)
      .executeTakeFirstOrThrow();
    const webhook = await insertWebhook(trx, {
      company_id,
      event_type: "all",
      endpoint_url: "https://receiver.example.com/",
    });
    await recordChanges(trx, company_id, [{ event_type: "bill.created", record_id: bill_id }]);
    const data_delivery = await insertDataDelivery(trx, company_id, {
      name: "Sample",
      slug: "sample",
      format: "csv",
      schedule: "daily",
      hour: 6,
      weekday: null,
      day: null,
      time_zone: "UTC",
      content: { records: "bills", period: "new" },
      destination: { kind: "files" },
      active: true,
      next_delivery_at: null,
    });
    const { id: green_button_request_id } = await insertGreenButtonRequest(trx, {
      company_id,
      utility: "greenfield-energy",
      return_url: "https://app.example.com/connected",
      expires_at: "2040-01-01T00:00:00.000Z",
    });
    const [form_link_id = 0] = await createFormLinks(
      trx,
      app,
      { company_id, user_id: 1 },
      [{ reference: "unit-12b" }],
      () => "",
    );
    const mailbox_id = await insertMailbox(trx, company_id, {
      host: "imap.example.com",
      port: 993,
      security: "tls",
      username: "bills@example.com",
      folder: "INBOX",
      senders: [],
      utility_account_id: null,
      property_id: null,
      since: null,
      after_reading: "mark_seen",
      move_to: null,
      active: true,
      reads_bills: true,
      reads_codes: false,
      created_by: 1,
      next_check_at: "2126-01-01T00:00:00.000Z",
    });
    await trx
      .insertInto("mailbox_mails")
      .values({ company_id, mailbox_id, uid_validity: 1, uid: 1, state: "no_bill" })
      .execute();
    const report_link_id = await insertReportLink(trx, {
      company_id,
      property_id: property.id,
      report_type: "energy_history_detail_report",
      from_day: null,
      to_day: null,
      note: "Owners",
      created_by: 1,
      expires_at: "2126-01-01T00:00:00.000Z",
    });
    const at = new Date(app.now()).toISOString();
    const invitation = await insertInvitation(trx, {
      company_id,
      email: "invited@example.com",
      name: null,
      company_role: "viewer",
      invited_by: 1,
      token_sha256: randomBytes(32),
      language: "en",
      expires_at: "2126-01-01T00:00:00.000Z",
      at,
    });
    return {
      authorization_id,
      utility_account_id,
      property_id: property.id,
      meter_id,
      document_id,
      bill_id,
      finding_id,
      webhook_id: webhook.id,
      data_delivery_id: data_delivery.id,
      mailbox_id,
      report_link_id,
      form_link_id,
      green_button_request_id,
      import_id,
      invitation_id: invitation.id,
    };
  });
}

const monthOf = (effective_month: string, days_covered: number) => ({
  effective_month,
  days_covered,
  estimated: false,
  month_complete: false,
  distribution_kbtus: 1706.853,
  distribution_lbs_co2: null,
  supply_kbtus: null,
  supply_lbs_co2: null,
  demand_consumption: null,
  usage_cost: 61.72,
  demand_cost: null,
  service_cost: null,
  interim_rate_cost: null,
  other_applied_cost: null,
  tax_cost: null,
  total_cost: 61.72,
  gallons: null,
});
