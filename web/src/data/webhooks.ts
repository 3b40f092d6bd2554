/** Webhooks: where events are sent, the secret that signs them, and what became of each. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { NewWebhook, WebhookEdit } from "@meterbook/client";
import { meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";

const WEBHOOKS = ["webhooks"] as const;
const again = () => queryClient.invalidateQueries({ queryKey: WEBHOOKS });

export const webhooksQuery = queryOptions({
  queryKey: [...WEBHOOKS, "list"],
  queryFn: ({ signal }) => meterbook.webhooks.list({ archived: false, limit: 1000, signal }).toArray(),
});

export const useCreateWebhook = () =>
  useMutation({ mutationFn: (webhook: NewWebhook) => meterbook.webhooks.create(webhook), onSuccess: again });

export const useEditWebhook = () =>
  useMutation({
    mutationFn: ({ id, ...edit }: WebhookEdit & { id: number }) => meterbook.webhooks.update(id, edit),
    onSuccess: again,
  });

export const useDeleteWebhook = () =>
  useMutation({ mutationFn: (id: number) => meterbook.webhooks.delete(id), onSuccess: again });

export const useTestWebhook = () => useMutation({ mutationFn: (id: number) => meterbook.webhooks.test(id) });

/** Asked for only when the reader wants to see it, and forgotten when it is hidden. */
export const webhookSecretQuery = queryOptions({
  queryKey: [...WEBHOOKS, "secret"],
  queryFn: ({ signal }) => meterbook.webhooks.getSecret({ signal }),
  gcTime: 0,
});

export const useResetWebhookSecret = () =>
  useMutation({
    mutationFn: () => meterbook.webhooks.resetSecret(),
    onSuccess: (secret) => queryClient.setQueryData(webhookSecretQuery.queryKey, secret),
  });

const SHOWN = 50;
const POLL_MS = 5000;

export type DeliveryState = "pending" | "delivered" | "failed" | "skipped";

/** The newest, the last one first. The change feed tells of events; attempts to send them are looked at while one is due. */
export const deliveriesQuery = (id: number, state: DeliveryState | undefined) =>
  queryOptions({
    queryKey: [...WEBHOOKS, id, "deliveries", state ?? "all"],
    queryFn: async ({ signal }) => {
      const asked = { newest: SHOWN, ...(state === undefined ? {} : { state }) };
      return (await meterbook.webhooks.listDeliveries(id, { ...asked, signal }).toArray()).toReversed();
    },
    refetchInterval: ({ state: { data } }) =>
      data?.some((each) => each.state === "pending") === true ? POLL_MS : false,
  });

export const attemptsQuery = (id: number, deliveryId: number, attempts: number) =>
  queryOptions({
    queryKey: [...WEBHOOKS, id, "attempts", deliveryId, attempts],
    queryFn: ({ signal }) => meterbook.webhooks.listDeliveryAttempts(id, deliveryId, { signal }).toArray(),
  });

export const useRedeliver = () =>
  useMutation({
    mutationFn: ({ id, deliveryId }: { id: number; deliveryId: number }) =>
      meterbook.webhooks.redeliver(id, deliveryId),
    onSuccess: again,
  });
