/** Where costs are booked: fields that a property, an account and a meter have alike; the nearest to the charge wins. */
import { z } from "zod";
import { edited } from "./fields.ts";
import { text } from "./inputs.ts";

const WINS = "That of the meter wins, else that of its account, else that of its property.";

export const COSTING = {
  cost_center: edited(
    z
      .string()
      .nullable()
      .meta({ description: `The cost center that its charges are booked to. ${WINS}`, example: "4100" }),
    text(50).nullable(),
  ),
  gl_account: edited(
    z
      .string()
      .nullable()
      .meta({
        description: `The account of the general ledger that its charges are booked to. ${WINS}`,
        example: "6210",
      }),
    text(50).nullable(),
  ),
};
