/** Green Button Connect: leads the reader to the utility, where they permit that bills are read. */
import { useMutation } from "@tanstack/react-query";
import { meterbook } from "./meterbook.ts";

/** At which utility, or which permission is given again. */
export type Asked = { utility: string } | { authorization_id: number };

/** Where the utility's answer leads; the outcome stands in its query. */
const BACK = "/app/connections";

/** Leaves the page when the service has made the address. */
export const useGoToUtility = () =>
  useMutation({
    mutationFn: async (asked: Asked) => {
      const { authorize_url } = await meterbook.greenButtonRequests.create({
        ...asked,
        return_url: `${location.origin}${BACK}`,
      });
      location.assign(`${authorize_url}/go`);
    },
  });
