/** The icons of the pages, drawn in the colour of the text. Each stands beside a text or in a button that has a name. */

const SHAPES = {
  home: "M4 11 12 4l8 7v9h-5v-6H9v6H4z",
  building: "M5 21V4h9v17M14 9h5v12M8 8h3M8 12h3M8 16h3M3 21h18",
  bill: "M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6",
  budget: "M4 20h16M6 20v-7h4v7M14 20V9h4v11M3 8h8M13 5h8",
  review: "M4 5h16v10H9l-5 4zM8 9h8",
  plug: "M9 3v6M15 3v6M6 9h12v3a6 6 0 0 1-12 0zM12 18v3",
  upload: "M12 16V4M7 9l5-5 5 5M4 16v4h16v-4",
  report: "M4 20V4M4 20h16M8 16v-5M12 16V7M16 16v-3",
  code: "m8 7-5 5 5 5M16 7l5 5-5 5",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M14 5v4M8 15v4",
  operator: "M4 5h16v6H4zM4 13h16v6H4zM8 8h.01M8 16h.01",
  check: "m5 12 5 5 9-10",
  cross: "m6 6 12 12M18 6 6 18",
  alert: "M12 3 2 20h20zM12 10v4M12 17h.01",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v5M12 8h.01",
  down: "M12 4v12M7 11l5 5 5-5M4 20h16",
  left: "m14 6-6 6 6 6",
  right: "m10 6 6 6-6 6",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M4 12H2M22 12h-2M5 5l1.5 1.5M17.5 17.5 19 19M5 19l1.5-1.5M17.5 6.5 19 5",
  moon: "M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 21a8 8 0 0 1 16 0",
  table: "M4 5h16v14H4zM4 10h16M10 10v9",
  chart: "M4 20V4M4 20h16M8 16l4-5 3 3 4-6",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 20 20",
  plus: "M12 5v14M5 12h14",
  mail: "M3 6h18v12H3zM3 7l9 7 9-7",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
} as const;

export type IconName = keyof typeof SHAPES;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable={false}
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}
