/** Says in a corner of the page that something is done. */
import { notifications } from "@mantine/notifications";
import { useCommon } from "../words/common.ts";

export function useNotice(): (message: string) => void {
  const common = useCommon();
  return (message) =>
    notifications.show({ message, color: "green", closeButtonProps: { "aria-label": common("act.close") } });
}
