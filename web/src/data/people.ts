/** People of the company: users and invitations. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { NewInvitation, UserEdit } from "@meterbook/client";
import { meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";
import { SESSION_KEY } from "./user-cache.ts";

const PEOPLE = ["people"] as const;
const again = () => queryClient.invalidateQueries({ queryKey: PEOPLE });

/** Of every company for an administrator. */
export const usersQuery = queryOptions({
  queryKey: [...PEOPLE, "users"],
  queryFn: ({ signal }) => meterbook.users.list({ limit: 1000, signal }).toArray(),
});

export const invitationsQuery = queryOptions({
  queryKey: [...PEOPLE, "invitations"],
  queryFn: ({ signal }) => meterbook.invitations.list({ limit: 1000, signal }).toArray(),
});

export const useInvite = () =>
  useMutation({
    mutationFn: (invitation: NewInvitation) => meterbook.invitations.create(invitation),
    onSuccess: again,
  });

export const useRenewInvitation = () =>
  useMutation({ mutationFn: (id: number) => meterbook.invitations.renew(id), onSuccess: again });

export const useWithdrawInvitation = () =>
  useMutation({ mutationFn: (id: number) => meterbook.invitations.withdraw(id), onSuccess: again });

export const useEditUser = () =>
  useMutation({
    mutationFn: ({ id, ...edit }: UserEdit & { id: number }) => meterbook.users.update(id, edit),
    onSuccess: async () => {
      await again();
      // One's own role may be another now.
      await queryClient.invalidateQueries({ queryKey: SESSION_KEY });
    },
  });

export const useResetLink = () => useMutation({ mutationFn: (id: number) => meterbook.users.createResetLink(id) });
