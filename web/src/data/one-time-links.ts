/** What an invited person, or one who has forgotten the password, does with a link. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { InvitationAcceptance, PasswordReset } from "@meterbook/client";
import { meterbook } from "./meterbook.ts";
import { enter } from "./session.ts";

export const openInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: ["open-invitation", token],
    queryFn: ({ signal }) => meterbook.invitations.open({ token }, { signal }),
    staleTime: Infinity,
  });

export const useAcceptInvitation = () =>
  useMutation({
    mutationFn: (acceptance: InvitationAcceptance) => meterbook.invitations.accept(acceptance),
    onSuccess: enter,
  });

export const useResetPassword = () =>
  useMutation({
    mutationFn: (reset: PasswordReset) => meterbook.passwordResets.resetPassword(reset),
    onSuccess: enter,
  });

export const useForgotten = () =>
  useMutation({
    mutationFn: (asked: { email: string; language: "en" | "es" }) => meterbook.passwordResets.request(asked),
  });
