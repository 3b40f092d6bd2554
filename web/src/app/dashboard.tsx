/** The parts that every page stands in: look, notifications, the cache of the server's state, and the router. */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { queryClient } from "../data/queries.ts";
import { useIsPrinting } from "../parts/printing.ts";
import { router } from "./router.tsx";
import { cssVariables, theme } from "./theme.ts";

const NOTIFICATIONS_AFTER_MS = 3_000;
const Notifications = lazy(async () => ({ default: (await import("@mantine/notifications")).Notifications }));

/** Loads the code of notifications after the first page had time to load. A notification that is shown before appears when it is loaded. */
function LaterNotifications() {
  const [isTime, setTime] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), NOTIFICATIONS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isTime ? (
    <Suspense>
      <Notifications position="bottom-right" />
    </Suspense>
  ) : null;
}

/** The policy of the page allows style elements with this value alone. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? "";
// Dialogs keep the page below them from scrolling by a style element of a package that reads its value here (get-nonce).
Object.assign(globalThis, { __webpack_nonce__: nonce });

export function Dashboard() {
  // Browsers leave dark paper out of what they print, and light letters would stand on white.
  const isPrinting = useIsPrinting();
  return (
    <MantineProvider
      {...(isPrinting ? { forceColorScheme: "light" } : {})}
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <LaterNotifications />
      </QueryClientProvider>
    </MantineProvider>
  );
}
