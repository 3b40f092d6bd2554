/** One bill with its charges and usages. */
import type { App } from "../../app.ts";
import { notFound } from "../../errors.ts";
import { UtilityBill } from "../../records/bill.ts";
import { findBill } from "../../store/bills.ts";
import { callerOf } from "../auth.ts";
import { withLines } from "../nested.ts";
import { IdPath, type Server } from "../schemas.ts";

export function billRoutes(server: Server, app: App): void {
  server.get(
    "/utility_bills/:id",
    {
      schema: {
        operationId: "getUtilityBill",
        summary: "One bill with its charges and usages",
        description: "An edited bill leads by original_utility_bill_id to the first original, which is archived.",
        tags: ["Bills"],
        params: IdPath,
        response: { 200: UtilityBill },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const row = await findBill(app.db, company_id, request.params.id);
      const [bill] = await withLines(app, company_id, row === undefined ? [] : [row]);
      if (bill === undefined) throw notFound();
      return bill;
    },
  );
}
