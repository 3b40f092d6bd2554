/** The readers of stored files, each with child processes of its own, which start with the first file: enough for everything that reads files in a process. */
import { createArchiveReader, type ArchiveReader } from "./archive/read-archives.ts";
import { createFormatReader, type FormatReader } from "./formats/read-formats.ts";
import { createPdfReader, type PdfReader } from "./pdf/read-pdf.ts";
import { createPictureReader, openRenderer, type PictureReader, type Renderer } from "./pictures/read-pictures.ts";

export interface FileReaders {
  reader: PdfReader;
  formats: FormatReader;
  /** Unpacks the archives that users upload. */
  archives: ArchiveReader;
  pictures: PictureReader;
  /** Draws pages for people who look at them. */
  renderer: Renderer;
  /** Ends all their processes; what is being read is rejected. */
  close(): Promise<void>;
}

/** How many pages are drawn at once, each in a process of its own. */
export const VIEWS_AT_ONCE = 2;

/** As many processes as files are read at once, so that a file whose turn has come never waits for those that take long. */
export function openFileReaders(config: { parsesAtOnce: number; picturesAtOnce: number }): FileReaders {
  const processes = config.parsesAtOnce;
  const readers = {
    reader: createPdfReader({ processes }),
    formats: createFormatReader({ processes }),
    archives: createArchiveReader({ processes }),
    pictures: createPictureReader({ processes: config.picturesAtOnce }),
    // Someone waits for these: drawing a slow page ends early. One with hundreds of layers takes 10 s of a busy machine.
    renderer: openRenderer({ processes: VIEWS_AT_ONCE, limits: { timeoutMs: 40_000 } }),
  };
  return {
    ...readers,
    async close() {
      await Promise.all(Object.values(readers).map((each) => each.close()));
    },
  };
}
