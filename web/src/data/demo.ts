/** The data of the sandbox's utilities, which a company can remove in one step. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import { meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";

/** While it is being deleted, the end is awaited. */
const WATCH_MS = 2000;

export const demoDataQuery = queryOptions({
  queryKey: ["demo data"],
  queryFn: ({ signal }) => meterbook.demoData.get({ signal }),
  refetchInterval: ({ state }) => (state.data?.deleting === true ? WATCH_MS : false),
});

export const useDeleteDemoData = () =>
  useMutation({
    mutationFn: () => meterbook.demoData.delete(),
    onSuccess: () => queryClient.invalidateQueries(),
  });

/** Collects some; its bills then arrive as any others. */
export const useAddDemoData = () =>
  useMutation({
    mutationFn: () => meterbook.demoData.add(),
    onSuccess: () => queryClient.invalidateQueries(),
  });
