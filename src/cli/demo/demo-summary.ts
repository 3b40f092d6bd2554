/** Prints the summary of a demo: the collected bills, the last months, the webhook's notifications, and the next steps. */
import { styleText } from "node:util";
import { print, type Io } from "../io.ts";
import type { Portfolio } from "./demo-portfolio.ts";
import type { Summary } from "./demo-journey.ts";
import type { LastMonth } from "./demo-months.ts";

const COLUMNS: { title: string; right?: true; cell: (row: LastMonth) => string }[] = [
  { title: "Account", cell: ({ acct_num }) => acct_num },
  { title: "Meter", cell: ({ meter_num }) => meter_num ?? "none" },
  { title: "Energy", cell: ({ energy_type }) => energy_type },
  { title: "Month", cell: ({ month, month_complete }) => (month_complete ? month : `${month} (part)`) },
  { title: "Use", right: true, cell: use },
  {
    title: "Cost",
    right: true,
    cell: ({ total_cost }) => (total_cost === null ? "unknown" : `$${number(total_cost, 2)}`),
  },
];

/** In color when the terminal supports it. */
export function printSummary(
  io: Io,
  summary: Summary,
  { sandboxUrl, once }: { sandboxUrl: string | null; once: boolean },
): void {
  const { seconds, webhook } = summary;
  const bold = (text: string) => styleText("bold", text, { stream: io.out });
  const lines = [
    "",
    bold(
      `${summary.bills} bills of ${summary.accounts} accounts and ${summary.meters} meters, ${summary.months} calendar months`,
    ),
    `First bill after ${seconds.first_bill ?? "?"} s, all bills after ${seconds.all_bills} s, everything after ${seconds.total} s.`,
    `Webhook: ${webhook.verified} of ${webhook.received} notifications verified, about ${webhook.bills} bills.`,
    summary.documents_in_review > 0
      ? `${summary.documents_in_review} files wait in review: GET /v1/utility_accounts/:id/documents gives the reasons.`
      : "No file was refused.",
    ...(summary.portfolio === null ? [] : [portfolioLine(summary.portfolio)]),
    "",
    ...table(summary.last_months),
    "",
    ...(summary.report === null ? [] : [`Report    ${bold(summary.report)}  (open it in a browser)`]),
    ...(once
      ? ["Stopped. Without --once the service keeps running, and its address and two logins are printed here."]
      : whereNext()),
    "",
  ];
  print(io, ...lines);

  function whereNext(): string[] {
    return [
      ...(summary.dashboard === null ? [] : [`Dashboard ${bold(summary.dashboard)}  (signed in; the link works once)`]),
      `Service   ${summary.url}`,
      `Sandbox   ${sandboxUrl ?? "off"}`,
      `Login     ${summary.login.email}  ${summary.login.password}  (a member of the demo company)`,
      `Admin     ${summary.admin.email}  ${summary.admin.password}  (creates companies and users)`,
      `Try       curl -s ${summary.url}/v1/auth/login -H 'content-type: application/json' \\`,
      `            -d '{"email":"${summary.login.email}","password":"${summary.login.password}"}'`,
    ];
  }
}

const portfolioLine = ({ properties, bills, seconds }: Portfolio): string =>
  `Then ${bills} bills of a portfolio of ${properties} buildings in ${seconds} s, as examples for reports and coverage.`;

function table(rows: LastMonth[]): string[] {
  const cells = [COLUMNS.map(({ title }) => title), ...rows.map((row) => COLUMNS.map(({ cell }) => cell(row)))];
  const widths = COLUMNS.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((text, column) => {
        const width = widths[column] ?? 0;
        return COLUMNS[column]?.right ? text.padStart(width) : text.padEnd(width);
      })
      .join("  ")
      .trimEnd(),
  );
}

function use({ usage, usage_unit, kbtus, gallons }: LastMonth): string {
  if (usage !== null) return `${number(usage, 0)} ${usage_unit ?? ""}`.trimEnd();
  if (kbtus !== null) return `${number(kbtus, 0)} kBtu`;
  return gallons === null ? "unknown" : `${number(gallons, 0)} gal`;
}

const number = (value: number, digits: number) =>
  value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
