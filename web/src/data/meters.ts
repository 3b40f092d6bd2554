/** Meters of a property, and their edits. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { UtilityAccountEdit, UtilityMeterEdit } from "@meterbook/client";
import { meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";

export const metersQuery = (propertyId: number) =>
  queryOptions({
    queryKey: ["meters", "of property", propertyId],
    queryFn: ({ signal }) => meterbook.meters.list({ property_id: propertyId, limit: 1000, signal }).toArray(),
  });

/** What an edit of a meter or its account can change besides itself: figures, coverage and what waits for someone. */
const DEPENDENT = ["meters", "accounts", "properties", "portfolio", "coverage", "tasks", "findings"];

export interface MeterChange {
  id: number;
  account_id: number;
  /** Only what differs; the account is left alone when nothing does. */
  meter: UtilityMeterEdit;
  account: UtilityAccountEdit;
}

export const useEditMeter = () =>
  useMutation({
    mutationFn: async ({ id, account_id, meter, account }: MeterChange) => {
      if (Object.keys(meter).length > 0) await meterbook.meters.edit(id, meter);
      if (Object.keys(account).length > 0) await meterbook.accounts.edit(account_id, account);
    },
    // Also when the account was refused after the meter was saved.
    onSettled: () => Promise.all(DEPENDENT.map((noun) => queryClient.invalidateQueries({ queryKey: [noun] }))),
  });
