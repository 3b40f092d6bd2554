/** How rows are written as JSON: by the schemas of records, plus what is not a plain column. */
import { energyOfMeter, usageOf, usageUnitOf } from "../../domain/usage-unit.ts";
import { ApiToken } from "../../records/api-token.ts";
import { UtilityAccount } from "../../records/account.ts";
import { MASK, AuthorizationAccount, Authorization } from "../../records/authorization.ts";
import { Company, User } from "../../records/caller.ts";
import { DataDeliveryRun } from "../../records/data-delivery.ts";
import { DegreeDay } from "../../records/degree-day.ts";
import { BillImport, ImportRefusal } from "../../records/import.ts";
import { Invitation } from "../../records/invitation.ts";
import { UtilityMeter } from "../../records/meter.ts";
import { EnergyTypeMonth, MonthlyConsumptionData, PropertyMonth } from "../../records/month.ts";
import { presenter } from "../../records/present.ts";
import { Property } from "../../records/property.ts";
import type { EnergyType } from "../../records/codes.ts";
import type { Json } from "../../records/scalars.ts";
import { Session } from "../../records/sign-in.ts";
import { SnapshotInfo } from "../../records/snapshot.ts";
import { Webhook, WebhookAttempt, WebhookDelivery } from "../../records/webhook.ts";
import type { AccountRow } from "../../store/records/accounts.ts";
import type { ImportRow } from "../../store/imports/imports.ts";

export const wireCompany = presenter(Company);
export const wireUser = presenter(User);
export const wireApiToken = presenter(ApiToken);
export const wireInvitation = presenter(Invitation);
export const wireSession = presenter(Session);
/** Masked unless a password is given. */
export const wireAuthorization = presenter(Authorization, {
  online_access_username: ({ username }: { username: string }) => username,
  // The link of the company itself is no record.
  form_link_id: ({ form_link_id, reference }: { form_link_id: number | null; reference: string | null }) =>
    reference === null ? null : form_link_id,
  online_access_password: ({ password }: { password?: string | undefined }) => password ?? MASK,
});
export const wireAuthorizationAccount = presenter(AuthorizationAccount);

/** Our keys come first, so that the client's own keys win. The column holds only objects (check constraint). */
const withOwn = (own: Record<string, Json>, { metadata }: { metadata: Json }) => ({ ...own, ...(metadata as object) });

interface RecordRow {
  id: number;
  metadata: Json;
}
export const wireAccount = presenter(UtilityAccount, {
  metadata: (row: RecordRow & { status: string }) =>
    withOwn({ native_account_id: row.id, account_active: row.status === "Active" }, row),
});
export const wireMeter = presenter(UtilityMeter, {
  metadata: (row: RecordRow) => withOwn({ native_meter_id: row.id }, row),
  supply_only: ({ association_type }: { association_type: string }) => association_type === "SUPPLY",
  utility_account: ({ account }: { account: AccountRow }) => wireAccount(account),
});
export const wireProperty = presenter(Property, {
  metadata: (row: RecordRow) => withOwn({ native_property_id: row.id }, row),
});

const unexplained = { explain: true } as const;
/** For a property, or for one of its types of energy. */
const ofProperty = { utility_meter_id: () => null };
/** The column holds the closed list of records/codes. */
const typeOf = ({ energy_type }: { energy_type: string }) => energy_type as EnergyType;
const usage_unit = (row: { energy_type: string }) => usageUnitOf(typeOf(row));
/** A row of a meter's month, with the type of energy of the meter. */
export const wireMonth = presenter(MonthlyConsumptionData.omit(unexplained), {
  usage: (row: Parameters<typeof energyOfMeter>[0] & { gallons: number | null; energy_type: string }) =>
    usageOf(typeOf(row), { kbtus: energyOfMeter(row), gallons: row.gallons }),
  usage_unit,
  days_billed: ({ days_covered }: { days_covered: number }) => days_covered,
});
export const wirePropertyMonth = presenter(PropertyMonth.omit(unexplained), ofProperty);
export const wireEnergyTypeMonth = presenter(EnergyTypeMonth.omit(unexplained), {
  ...ofProperty,
  usage: (row: Parameters<typeof usageOf>[1] & { energy_type: string }) => usageOf(typeOf(row), row),
  usage_unit,
});
export const wireSnapshot = presenter(SnapshotInfo, {
  STAR_rating: (row: { star_rating: number | null }) => row.star_rating,
});
export const wireDegreeDay = presenter(DegreeDay);

/** A finished delivery has no next attempt, whatever the row still says. */
const nextIn = (state: string) => ({
  next_attempt_at: (row: { state: string; next_attempt_at: string | null }) =>
    row.state === state ? row.next_attempt_at : null,
});
export const wireWebhook = presenter(Webhook);
export const wireWebhookAttempt = presenter(WebhookAttempt);
export const wireWebhookDelivery = presenter(WebhookDelivery, nextIn("pending"));
export const wireRun = presenter(DataDeliveryRun, nextIn("waiting"));

export const wireImport = presenter(BillImport, {
  profile: ({ profile_name }: Pick<ImportRow, "profile_name">) => profile_name,
});
export const wireRefusal = presenter(ImportRefusal);

/** A word of a closed list. The database refuses any other (check constraints), so the cast is safe. */
export const word = <T extends string | null>(text: T extends null ? string | null : string): T => text as T;
