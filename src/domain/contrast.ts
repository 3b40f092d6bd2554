/** How well one colour is read on another, by WCAG 2.2, and colours changed until they are read. Colours have the form `#rrggbb`. */

/** For text of any size: https://www.w3.org/TR/WCAG22/#contrast-minimum. */
export const CONTRAST_MIN = 4.5;

const channelsOf = (colour: string): number[] => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1, the same, to 21, black on white. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

export const BLACK = "#000000";
export const WHITE = "#ffffff";

/**
 * Black or white, whichever is read better on the colour. Its contrast is at least 4.58: those of black and of white multiply to
 * 21.
 */
export const textColourOn = (colour: string): string =>
  contrastOf(WHITE, colour) >= contrastOf(BLACK, colour) ? WHITE : BLACK;

const STEPS = 20;

/** The colour, mixed with as little as needed of black or white until it is read on all of `papers`. */
export function readableOn(colour: string, papers: readonly string[], towards: typeof BLACK | typeof WHITE): string {
  const isRead = (mixed: string) => papers.every((paper) => contrastOf(mixed, paper) >= CONTRAST_MIN);
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = mix(colour, towards, step / STEPS);
    if (isRead(mixed)) return mixed;
  }
  return towards;
}

function mix(colour: string, other: string, share: number): string {
  const others = channelsOf(other);
  const channels = channelsOf(colour).map((channel, at) =>
    Math.round(channel + ((others[at] ?? 0) - channel) * share)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${channels.join("")}`;
}
