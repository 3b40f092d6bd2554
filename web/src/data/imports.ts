/** Imports of spreadsheets: what their dry run found, their refused rows, and their confirmation. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { BillImport } from "@meterbook/client";
import { FALLBACK_MS } from "./live.ts";
import { meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";

const KEY = "imports";
/** More refused rows than anybody reads at once. */
export const REFUSALS_SHOWN = 500;

const UNDER_WAY = new Set<string>(["waiting", "reading", "importing"]);
export const isUnderWay = ({ state }: BillImport): boolean => UNDER_WAY.has(state);

/** The newest first. */
export const importsQuery = queryOptions({
  queryKey: [KEY, "list"],
  queryFn: async ({ signal }) => (await meterbook.imports.list({ limit: 1000, signal }).toArray()).toReversed(),
  refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) === true ? FALLBACK_MS : false),
});

export const importQuery = (id: number) =>
  queryOptions({
    queryKey: [KEY, id, "record"],
    queryFn: ({ signal }) => meterbook.imports.get(id, { signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnderWay(data) ? FALLBACK_MS : false),
  });

/** The first refused rows, as they are after each step of the import. */
export const refusalsQuery = ({ id, state }: BillImport) =>
  queryOptions({
    queryKey: [KEY, id, "refusals", state],
    queryFn: async ({ signal }) => {
      for await (const page of meterbook.imports.listRefusals(id, { limit: REFUSALS_SHOWN, signal }).pages())
        return page;
      return [];
    },
  });

export const importProfilesQuery = queryOptions({
  queryKey: ["import-profiles", "list"],
  queryFn: ({ signal }) => meterbook.importProfiles.list({ limit: 1000, signal }).toArray(),
});

const changed = (changedImport: BillImport): Promise<unknown> => {
  queryClient.setQueryData(importQuery(changedImport.id).queryKey, changedImport);
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: [KEY] }),
    queryClient.invalidateQueries({ queryKey: ["tasks"] }),
  ]);
};

export const useConfirmImport = (id: number) =>
  useMutation({ mutationFn: () => meterbook.imports.confirm(id), onSuccess: changed });

export const useCancelImport = (id: number) =>
  useMutation({ mutationFn: () => meterbook.imports.cancel(id), onSuccess: changed });

/** The header row to fill in, as a file. */
export const TEMPLATE_ADDRESS = "/v1/imports/template.csv";
