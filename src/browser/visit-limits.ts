/** The limits of a visit with a browser. */
export interface VisitLimits {
  /** How long the document of a page may take. */
  answerMs: number;
  /** How long a page may take after that until it is loaded, still and ready; then it is taken as it stands. */
  settleMs: number;
  /** No request for so long: the page is still. */
  stillMs: number;
  /** How long an element may take to appear, or to become one that can be clicked. */
  elementMs: number;
  /** For one action besides a download, however the page behaves. */
  actionMs: number;
  visitMs: number;
  /** What one page may load, and its scripts until the next action. */
  pageBytesMax: number;
}

export const VISIT_LIMITS: VisitLimits = {
  answerMs: 20_000,
  settleMs: 15_000,
  stillMs: 250,
  elementMs: 10_000,
  actionMs: 60_000,
  visitMs: 20 * 60_000,
  pageBytesMax: 40_000_000,
};
