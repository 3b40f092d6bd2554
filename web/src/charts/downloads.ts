/** What is shown, as a file: the table as CSV or XLSX, the picture as PNG. */
import { csvOf, type ChartData } from "./chart-data.ts";

/** Saves bytes under a name. */
function save(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Letters and digits of the title, so that every system takes the name. */
const fileName = (title: string, ending: string): string =>
  `${title
    .normalize("NFD")
    .replace(/[^\w ]/g, "")
    .trim()
    .replace(/ +/g, "-")
    .toLowerCase()}.${ending}`;

/** With a byte order mark: without it spreadsheets take UTF-8 for another encoding. */
export const saveCsv = (title: string, data: ChartData): void =>
  save(fileName(title, "csv"), new Blob(["\uFEFF", csvOf(data)], { type: "text/csv;charset=utf-8" }));

export async function saveXlsx(title: string, { columns, rows }: ChartData): Promise<void> {
  const { writeXlsx } = await import("hucre/xlsx");
  const bytes = await writeXlsx({
    sheets: [
      {
        name: title.replace(/[[\]:*?/\\]/g, " ").slice(0, 31),
        rows: [columns.map(({ label }) => label), ...rows.map((row) => columns.map(({ key }) => row[key] ?? null))],
        freezePane: { rows: 1 },
      },
    ],
  });
  save(
    fileName(title, "xlsx"),
    new Blob([new Uint8Array(bytes)], { type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" }),
  );
}

/** Twice as large as on the page, on a plain ground. */
export async function savePng(title: string, svg: SVGSVGElement, ground: string): Promise<void> {
  const { width, height } = svg.getBoundingClientRect();
  const text = new XMLSerializer().serializeToString(svg);
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width * 2;
    canvas.height = height * 2;
    const pen = canvas.getContext("2d");
    if (pen === null) throw new Error("the browser draws nothing of this size");
    pen.fillStyle = ground;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    if (blob === null) throw new Error("the browser makes no picture of this size");
    save(fileName(title, "png"), blob);
  } finally {
    URL.revokeObjectURL(address);
  }
}
