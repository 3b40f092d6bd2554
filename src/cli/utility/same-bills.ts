/** Accounts of a trial that list the very same bills: as a rule the recipe forgot to say in its requests which account is meant. */
import { namesAnother, newestOf, withSameBills, type AccountBills } from "../../connectors/conformance/rules.ts";
import type { PortalAccount, Visit } from "../../connectors/contract.ts";
import { countOf } from "../../domain/text.ts";
import { createPdfReader } from "../../parsers/pdf/read-pdf.ts";
import { textOfPdf } from "../recording/mask-pages.ts";

/** Of accounts that are alike, so many bills are looked at. */
const LOOKED_MAX = 3;

/** A sentence for each group of such accounts. Where each newest bill names its own account, only the ids are alike, and nothing is wrong. */
export async function warningsOfSameBills(
  visit: Visit,
  listed: readonly AccountBills[],
  accounts: readonly PortalAccount[],
): Promise<string[]> {
  const alike = withSameBills(listed);
  if (alike.length === 0) return [];
  const reader = createPdfReader({ processes: 1 });
  try {
    const warnings: string[] = [];
    for (const group of alike) {
      const wrong: string[] = [];
      for (const { account, documents } of group.slice(0, LOOKED_MAX)) {
        const newest = newestOf(documents);
        if (newest === undefined) continue;
        const { bytes } = await visit.fetchDocument(newest);
        const fault = namesAnother(await textOfPdf(bytes, reader), account, accounts);
        if (fault !== null) wrong.push(fault);
      }
      if (wrong.length > 0) warnings.push(warningOf(group, wrong));
    }
    return warnings;
  } finally {
    await reader.close();
  }
}

const warningOf = (group: readonly AccountBills[], wrong: readonly string[]): string =>
  `WARNING: accounts ${group.map(({ account }) => account.acct_num).join(" and ")} list the very same ${countOf(group[0]?.documents.length ?? 0, "bill")}, and ${wrong.join(", ")}.
The request for the bills does not say which account is meant: it needs {external_id} or another value of the account, and \`shown_acct_num\`
stops the visit when the portal shows another account's bills (docs/add-a-utility.md).`;
