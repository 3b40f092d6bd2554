/** Deliveries of reports and records: what is sent on a schedule, where to, and how each run went. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { DataDelivery, DataDeliveryEdit, DataDeliveryWithRuns, NewDataDelivery } from "@meterbook/client";
import { meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";

const KEY = "deliveries";
/** A run under way is followed; one that waits for its next try may take hours. */
const BUSY_MS = 1000;
const WAITING_MS = 15_000;

const isBusy = ({ state }: Pick<DataDelivery, "state">): boolean => state === "running";
const isWaiting = ({ state }: Pick<DataDelivery, "state">): boolean => state === "waiting";

/** How soon to ask again; false: nothing will change by itself soon. */
function askAgainMs(deliveries: readonly Pick<DataDelivery, "state">[]): number | false {
  if (deliveries.some(isBusy)) return BUSY_MS;
  return deliveries.some(isWaiting) ? WAITING_MS : false;
}

export const deliveriesQuery = queryOptions({
  queryKey: [KEY, "list"],
  queryFn: ({ signal }) => meterbook.delivery.list({ archived: false, limit: 100, signal }).toArray(),
  refetchInterval: ({ state }) => askAgainMs(state.data ?? []),
});

/** A run that was just asked for waits for a moment before it begins. */
const SOON_MS = 5000;
const beginsSoon = ({ state, runs }: DataDeliveryWithRuns): boolean =>
  state === "waiting" && Date.parse(runs[0]?.next_attempt_at ?? "") < Date.now() + SOON_MS;

export const deliveryQuery = (id: number) =>
  queryOptions({
    queryKey: [KEY, id],
    queryFn: ({ signal }) => meterbook.delivery.get(id, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : beginsSoon(data) ? BUSY_MS : askAgainMs([data]),
  });

const again = () => Promise.all([KEY, "tasks"].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));

/** Makes a delivery, or changes the given one. */
export const useSaveDelivery = () =>
  useMutation({
    mutationFn: (asked: { id: null; body: NewDataDelivery } | { id: number; body: DataDeliveryEdit }) =>
      asked.id === null ? meterbook.delivery.create(asked.body) : meterbook.delivery.edit(asked.id, asked.body),
    onSuccess: again,
  });

export const useSwitchDelivery = (id: number) =>
  useMutation({ mutationFn: (active: boolean) => meterbook.delivery.edit(id, { active }), onSuccess: again });

export const useRunDelivery = (id: number) =>
  useMutation({ mutationFn: () => meterbook.delivery.run(id), onSuccess: again });

/** The outcome of a test, with what it changed of the recipients. */
export const useTestDelivery = () =>
  useMutation({ mutationFn: (id: number) => meterbook.delivery.test(id), onSuccess: again });

export const useDeleteDelivery = (id: number) =>
  useMutation({ mutationFn: () => meterbook.delivery.delete(id), onSuccess: again });
