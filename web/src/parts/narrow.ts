/** Whether the page is as narrow as a telephone: tables then say in two columns what they say in more. */
import { useMediaQuery } from "@mantine/hooks";

export const useIsNarrow = (): boolean =>
  useMediaQuery("(max-width: 640px)", false, { getInitialValueInEffect: false }) ?? false;
