/** Search and filters of the list of bills, all in the address. */
import { Button, Group, NativeSelect, Select, TextInput, type SelectProps } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { accountsQuery, accountUtilitiesQuery } from "../../data/accounts.ts";
import { propertiesQuery } from "../../data/properties.ts";
import { Icon } from "../../parts/icons.tsx";
import { useCommon } from "../../words/common.ts";
import type { BillsSearch } from "./bills-search.ts";
import { useBillsWords } from "./bills.words.ts";

const TYPING_MS = 300;
/** More are found by typing. */
const CHOICES = 200;

interface BillsFiltersProps {
  search: BillsSearch;
  change: (changed: Partial<Record<keyof BillsSearch, unknown>>) => void;
}

export function BillsFilters({ search, change }: BillsFiltersProps) {
  const say = useBillsWords();
  const common = useCommon();
  const properties = useQuery(propertiesQuery);
  const utilities = useQuery(accountUtilitiesQuery);
  const accounts = useQuery(accountsQuery);
  const [typed, setTyped] = useState(search.q ?? "");
  const searchFor = useDebouncedCallback((q: string) => change({ q: q === "" ? undefined : q }), TYPING_MS);
  const isFiltered = Object.keys(search).some((name) => name !== "sort");
  return (
    <Group gap="sm" align="flex-end" role="search">
      <TextInput
        label={say("search")}
        placeholder={say("search.hint")}
        leftSection={<Icon name="search" size={16} />}
        value={typed}
        maxLength={100}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          searchFor(event.currentTarget.value.trim());
        }}
        style={{ flex: "1 1 14rem" }}
      />
      <FilterSelect
        label={common("noun.property")}
        clearLabel={say("clear.property")}
        data={(properties.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={search.property === undefined ? null : String(search.property)}
        onChange={(id) => change({ property: id === null ? undefined : Number(id) })}
      />
      <FilterSelect
        label={common("noun.utility")}
        clearLabel={say("clear.utility")}
        data={utilities.data ?? []}
        value={search.utility ?? null}
        onChange={(utility) => change({ utility: utility ?? undefined, account: undefined })}
      />
      <FilterSelect
        label={common("noun.account")}
        clearLabel={say("clear.account")}
        data={(accounts.data ?? [])
          .filter(({ utility_company_name }) => search.utility === undefined || search.utility === utility_company_name)
          .map(({ id, acct_num }) => ({ value: String(id), label: acct_num }))}
        value={search.account === undefined ? null : String(search.account)}
        onChange={(id) => change({ account: id === null ? undefined : Number(id) })}
      />
      <NativeSelect
        label={say("state")}
        value={search.archived ?? ""}
        onChange={({ currentTarget: { value } }) => change({ archived: value === "" ? undefined : value })}
        data={[
          { value: "", label: say("state.live") },
          { value: "only", label: say("state.archived") },
          { value: "all", label: say("all") },
        ]}
      />
      <Group gap="sm" align="flex-end" style={{ flex: "1 1 24rem", maxWidth: 640 }}>
        <NativeSelect
          style={{ flex: "1 1 11rem" }}
          label={say("days")}
          value={search.days ?? ""}
          onChange={({ currentTarget: { value } }) => change({ days: value === "" ? undefined : value })}
          data={[
            { value: "", label: say("days.bill") },
            { value: "due", label: say("days.due") },
          ]}
        />
        <TextInput
          type="date"
          style={{ flex: "1 1 9rem" }}
          label={say("from")}
          value={search.from ?? ""}
          max={search.to}
          onChange={({ currentTarget: { value } }) => change({ from: value === "" ? undefined : value })}
        />
        <TextInput
          type="date"
          style={{ flex: "1 1 9rem" }}
          label={say("to")}
          value={search.to ?? ""}
          min={search.from}
          onChange={({ currentTarget: { value } }) => change({ to: value === "" ? undefined : value })}
        />
      </Group>
      {isFiltered ? (
        <Button
          variant="subtle"
          onClick={() => {
            searchFor.cancel();
            setTyped("");
            change({
              q: undefined,
              property: undefined,
              utility: undefined,
              account: undefined,
              archived: undefined,
              days: undefined,
              from: undefined,
              to: undefined,
            });
          }}
        >
          {say("clear")}
        </Button>
      ) : null}
    </Group>
  );
}

interface FilterSelectProps extends SelectProps {
  /** What the button that clears it is called. */
  clearLabel: string;
}

function FilterSelect({ clearLabel, ...props }: FilterSelectProps) {
  const say = useBillsWords();
  return (
    <Select
      placeholder={say("all")}
      searchable
      clearable
      limit={CHOICES}
      clearButtonProps={{ "aria-label": clearLabel }}
      style={{ flex: "1 1 11rem" }}
      {...props}
    />
  );
}
