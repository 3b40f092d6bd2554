/** Links to the form on which somebody else gives a login: that of the company, and those for one person each. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { LinkLine } from "./link-lines.ts";
import { meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";

const KEY = "form-links";

/** The link of the company, for everybody. */
export const companyLinkQuery = queryOptions({
  queryKey: [KEY, "company"],
  queryFn: ({ signal }) => meterbook.authorizations.getFormLink({ signal }),
});

const refresh = () => queryClient.invalidateQueries({ queryKey: [KEY] });

export const useRenewCompanyLink = () =>
  useMutation({ mutationFn: () => meterbook.authorizations.renewFormLink(), onSuccess: refresh });

export const formLinksQuery = queryOptions({
  queryKey: [KEY, "list"],
  queryFn: async ({ signal }) => (await meterbook.formLinks.list({ limit: 1000, signal }).toArray()).toReversed(),
});

export interface NewLinks {
  links: LinkLine[];
  property_id: number | null;
}

/** The most that the service makes at once, all or none. */
export const FORM_LINKS_AT_ONCE_MAX = 500;

export const useCreateFormLinks = () =>
  useMutation({
    mutationFn: ({ links, property_id }: NewLinks) =>
      meterbook.formLinks.createMany({ form_links: links.map((link) => ({ ...link, property_id })) }),
    onSettled: refresh,
  });

export const useRenewFormLink = () =>
  useMutation({ mutationFn: (id: number) => meterbook.formLinks.renewById(id, {}), onSuccess: refresh });

export const useEndFormLink = () =>
  useMutation({ mutationFn: (id: number) => meterbook.formLinks.end(id), onSuccess: refresh });

/** To the address of the link, or another one. */
export const useMailFormLink = () =>
  useMutation({
    mutationFn: ({ id, email }: { id: number; email: string }) => meterbook.formLinks.mailById(id, { email }),
    onSuccess: refresh,
  });
