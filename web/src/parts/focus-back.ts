/** Gives the focus back to what opened a dialog. The library does so only for dialogs that stay mounted while they are closed. */
import { useEffect, useState } from "react";

/** For a component that is mounted when its dialog opens, and unmounted when it closes. */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After the dialog is gone, which until then keeps the focus inside.
      setTimeout(() => {
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}
