/** Links to the form on which somebody else gives a login. */
import { queryOptions, useMutation } from "@tanstack/react-query";
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
