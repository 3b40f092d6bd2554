/** Which documents are listed: of a utility, of an account, with a finding. All in the address. */
import { Select, SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Document } from "@meterbook/client";
import { accountsQuery, accountUtilitiesQuery } from "../../data/accounts.ts";
import { findingName, useBillWords } from "../../parts/bill/bill.words.ts";
import { useCommon } from "../../words/common.ts";
import type { ReviewSearch } from "./review-search.ts";
import { useReviewWords } from "./review.words.ts";

/** More are found by typing. */
const CHOICES = 200;

interface ReviewFiltersProps {
  search: ReviewSearch;
  /** Those that are listed: their findings can be chosen. */
  documents: Document[];
  change: (changed: ReviewSearch) => void;
}

export function ReviewFilters({ search, documents, change }: ReviewFiltersProps) {
  const say = useReviewWords();
  const words = useBillWords();
  const common = useCommon();
  const accounts = useQuery(accountsQuery);
  const utilities = useQuery(accountUtilitiesQuery);
  const { utility, account, finding } = search;
  const names = new Set(documents.flatMap(({ findings }) => findings.map(({ name }) => name)));
  if (finding !== undefined) names.add(finding);
  const all = { placeholder: say("all"), searchable: true, clearable: true, limit: CHOICES, size: "xs" as const };
  return (
    <SimpleGrid cols={{ base: 1, xs: 3, md: 1 }} spacing="xs" verticalSpacing={6}>
      <Select
        {...all}
        aria-label={say("filter.finding")}
        placeholder={say("filter.finding")}
        clearButtonProps={{ "aria-label": say("clear.finding") }}
        data={[...names].sort().map((name) => ({ value: name, label: findingName(words, name) }))}
        value={finding ?? null}
        onChange={(name) => change({ finding: name ?? undefined })}
      />
      <Select
        {...all}
        aria-label={common("noun.utility")}
        placeholder={common("noun.utility")}
        clearButtonProps={{ "aria-label": say("clear.utility") }}
        data={utilities.data ?? []}
        value={utility ?? null}
        onChange={(name) => change({ utility: name ?? undefined, account: undefined })}
      />
      <Select
        {...all}
        aria-label={common("noun.account")}
        placeholder={common("noun.account")}
        clearButtonProps={{ "aria-label": say("clear.account") }}
        data={(accounts.data ?? [])
          .filter(({ utility_company_name }) => utility === undefined || utility === utility_company_name)
          .map(({ id, acct_num, utility_company_name }) => ({
            value: String(id),
            label: `${acct_num} · ${utility_company_name}`,
          }))}
        value={account === undefined ? null : String(account)}
        onChange={(id) => change({ account: id === null ? undefined : Number(id) })}
      />
    </SimpleGrid>
  );
}
