/** The request bodies of a new delivery and of an edit. */
import { z } from "zod";
import {
  active,
  day,
  DELIVERY_FORMATS,
  DeliveryContent,
  deliveryName,
  hour,
  schedule,
  timeZone,
  weekday,
} from "./data-delivery.ts";
import { DestinationInput } from "./delivery-destination.ts";

const format = z.enum(DELIVERY_FORMATS).meta({ example: "csv" });

const terms = z.strictObject({
  name: deliveryName,
  format,
  schedule,
  hour,
  weekday,
  day,
  time_zone: timeZone,
  content: DeliveryContent,
  destination: DestinationInput,
  active,
});

export const DataDeliveryInput = terms
  .partial({ hour: true, weekday: true, day: true, time_zone: true, destination: true, active: true })
  .meta({
    id: "NewDataDelivery",
    description: "A delivery to create.",
    example: {
      name: "Bills of the month",
      format: "csv",
      schedule: "monthly",
      day: 3,
      content: { records: "bills", period: "last_month" },
      destination: { kind: "files" },
    },
  });
export type DataDeliveryInput = z.infer<typeof DataDeliveryInput>;

export const DataDeliveryEdit = terms
  .partial()
  .meta({ id: "DataDeliveryEdit", description: "The fields to change.", example: { active: false } });
export type DataDeliveryEdit = z.infer<typeof DataDeliveryEdit>;
