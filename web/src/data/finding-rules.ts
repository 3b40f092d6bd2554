/** The rules of findings, with what the company set. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { FindingRulesEdit } from "@meterbook/client";
import { meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";

const RULES = ["finding-rules"] as const;

export const findingRulesQuery = queryOptions({
  queryKey: RULES,
  queryFn: ({ signal }) => meterbook.findingRules.list({ signal }).toArray(),
});

export const useEditFindingRules = () =>
  useMutation({
    mutationFn: (edit: FindingRulesEdit) => meterbook.findingRules.edit(edit),
    onSuccess: (rules) => {
      queryClient.setQueryData(RULES, rules);
      // Findings are checked again by the service, in a moment.
      return queryClient.invalidateQueries({ queryKey: ["tasks"] });
    },
  });
