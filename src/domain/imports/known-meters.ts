/**
 * Matches the meters of an imported bill with those of the account, because spreadsheets spell meter numbers differently or
 * omit them.
 */
import type { AssociationType, EnergyType } from "../../records/codes.ts";
import type { Statement } from "../../records/statement.ts";
import { bareNumber } from "../bills/bill-identity.ts";

export interface KnownMeter {
  meter_num: string | null;
  energy_type: EnergyType;
  association_type: AssociationType;
}

/**
 * A meter without a number matches when the account has exactly one meter of its kind; a different spelling of a number matches
 * too.
 */
export function onKnownMeters(statement: Statement, known: readonly KnownMeter[]): Statement {
  return {
    ...statement,
    meters: statement.meters.map((meter) => {
      const alike = known.filter(
        ({ energy_type, association_type }) =>
          energy_type === meter.energy_type && association_type === meter.association_type,
      );
      const number = bareNumber(meter.meter_num ?? "");
      const [first, ...others] =
        number === "" ? alike : alike.filter(({ meter_num }) => meter_num !== null && bareNumber(meter_num) === number);
      return first === undefined || others.length > 0 ? meter : { ...meter, meter_num: first.meter_num };
    }),
  };
}
