/** The bills of the list as a file for a spreadsheet: all that the filters leave, not only those that are loaded. */
import { Button, Menu } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { BillSummary } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { BILLS_OF_FILE, listBillsOfFile, type BillsAsked } from "../../data/bills.ts";
import { Icon } from "../../parts/icons.tsx";
import { lastDayOf } from "../../parts/period.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { useCommon } from "../../words/common.ts";
import { useBillsWords } from "./bills.words.ts";

const dayOf = (moment: string | null): string | null => moment?.slice(0, 10) ?? null;

export function BillsDownload({ asked, total }: { asked: BillsAsked; total: number }) {
  const say = useBillsWords();
  const common = useCommon();
  const columns = [
    { key: "invoice_date", label: say("column.invoice_date") },
    { key: "invoice_number", label: say("file.number") },
    { key: "property", label: say("column.property") },
    { key: "utility", label: say("column.utility") },
    { key: "account", label: say("column.account") },
    { key: "services", label: say("file.services") },
    { key: "first", label: say("file.first") },
    { key: "last", label: say("file.last") },
    { key: "total_charges", label: say("file.charges") },
    { key: "amount_due", label: say("column.amount_due") },
    { key: "currency", label: say("file.currency") },
    { key: "due_date", label: say("column.due_date") },
    { key: "state", label: say("column.state") },
  ];
  const rowOf = (bill: BillSummary) => ({
    invoice_date: dayOf(bill.invoice_date),
    invoice_number: bill.invoice_number,
    property: bill.property_name,
    utility: bill.utility_company_name,
    account: bill.acct_num,
    services: bill.energy_types.map((type) => sayWord(common, "energy", type)).join(", "),
    first: dayOf(bill.period?.start_date ?? null),
    last: bill.period === null ? null : lastDayOf(bill.period.end_date.slice(0, 10)),
    total_charges: bill.total_charges,
    amount_due: bill.amount_due,
    currency: bill.currency,
    due_date: dayOf(bill.due_date),
    state: say(bill.archived ? "state.archived" : bill.covered ? "state.covered" : "state.counts"),
  });
  const save = useMutation({
    mutationFn: async (kind: "xlsx" | "csv") => {
      const [bills, downloads] = await Promise.all([listBillsOfFile(asked), import("../../charts/downloads.ts")]);
      const data = { columns, rows: bills.map(rowOf) };
      await (kind === "csv" ? downloads.saveCsv(say("title"), data) : downloads.saveXlsx(say("title"), data));
    },
  });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<Icon name="down" />}
            loading={save.isPending}
            disabled={total === 0 || total > BILLS_OF_FILE}
          >
            {common("act.download")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => save.mutate("xlsx")}>{common("chart.xlsx")}</Menu.Item>
          <Menu.Item onClick={() => save.mutate("csv")}>{common("chart.csv")}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Refusal error={save.error} />
    </>
  );
}
