/** Budgets, the cost compared with them, and what is used and not billed yet. */
import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import type { BudgetInput } from "@meterbook/client";
import { meterbook } from "./meterbook.ts";
import { addMonths, monthParameter } from "./months.ts";
import { queryClient } from "./queries.ts";

const MONTHS_OF_YEAR = 12;

/** A first month, such as `2026-01`; without it the fiscal year of the company. */
export type YearFrom = string | undefined;

const yearFrom = (from: YearFrom) =>
  from === undefined ? {} : { from, to: monthParameter(addMonths(`${from}-01T00:00:00.000Z`, MONTHS_OF_YEAR)) };

export const propertyBudgetVarianceQuery = (id: number, from: YearFrom) =>
  queryOptions({
    queryKey: ["properties", id, "budget variance", from ?? null],
    queryFn: ({ signal }) => meterbook.properties.getBudgetVariance(id, { ...yearFrom(from), signal }),
  });

export const propertyBudgetQuery = (id: number, from: YearFrom) =>
  queryOptions({
    queryKey: ["properties", id, "budget", from ?? null],
    queryFn: ({ signal }) => meterbook.properties.getBudget(id, { ...yearFrom(from), signal }),
  });

export const portfolioBudgetVarianceQuery = (from: YearFrom) =>
  queryOptions({
    queryKey: ["portfolio", "budget variance", from ?? null],
    queryFn: ({ signal }) => meterbook.portfolio.getBudgetVariance({ ...yearFrom(from), signal }),
  });

/** Of one property, or of all without one. Without a day up to the end of the last month. */
export const accrualsQuery = (propertyId: number | null, asOf: string | undefined) =>
  queryOptions({
    queryKey: ["accruals", propertyId, asOf ?? null],
    queryFn: ({ signal }) => {
      const options = { ...(asOf === undefined ? {} : { as_of: asOf }), signal };
      return propertyId === null
        ? meterbook.portfolio.getAccruals(options)
        : meterbook.properties.getAccruals(propertyId, options);
    },
    // The table stays in its place while another day is asked for.
    placeholderData: keepPreviousData,
  });

/** The address of the same as a file; the browser sends the session's cookie with it. */
export const accrualsAddress = (propertyId: number | null, asOf: string): string =>
  `/v1/${propertyId === null ? "portfolio" : `properties/${propertyId}`}/accruals?as_of=${asOf}&format=csv`;

/** The table of budgets of the months from one day up to another. */
export const budgetTableAddress = (from: string, to: string): string =>
  `/v1/portfolio/budget?from=${monthParameter(from)}&to=${monthParameter(to)}&format=csv`;

const again = () =>
  Promise.all(
    [["properties"], ["portfolio"]].map((queryKey) =>
      queryClient.invalidateQueries({
        queryKey,
        predicate: ({ queryKey: key }) => key.some((part) => typeof part === "string" && part.startsWith("budget")),
      }),
    ),
  );

export const useSetBudget = (id: number) =>
  useMutation({
    mutationFn: (amounts: BudgetInput["amounts"]) => meterbook.properties.setBudget(id, { amounts }),
    onSuccess: again,
  });

export interface ProposalAsked {
  id: number;
  from: string;
  to: string;
  percent: number;
  by: "service" | "property";
}

/** Saves nothing. */
export const useProposal = () =>
  useMutation({
    mutationFn: ({ id, from, to, ...asked }: ProposalAsked) =>
      meterbook.properties.proposeBudget(id, { from: monthParameter(from), to: monthParameter(to), ...asked }),
  });

export const useSendBudgetTable = () =>
  useMutation({ mutationFn: (file: File) => meterbook.portfolio.putBudget(file), onSuccess: again });
