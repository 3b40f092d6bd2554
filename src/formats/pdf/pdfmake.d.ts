/** The types of the parts of pdfmake that we use. Its published types would add browser types to the whole service. */
declare module "pdfmake" {
  namespace pdfmake {
    interface Look {
      font?: string;
      fontSize?: number;
      bold?: boolean;
      color?: string;
      alignment?: "left" | "right";
      width?: number;
      /** Left, top, right, bottom. */
      margin?: [number, number, number, number];
    }

    /** A text, or pieces with different looks. */
    export type Text =
      | string
      | (Look & { text: string | Text[]; link?: string; decoration?: "underline"; colSpan?: number });

    interface TableLayout {
      hLineWidth(line: number): number;
      vLineWidth(line: number): number;
      hLineColor(line: number): string;
      vLineColor?(line: number): string;
      fillColor(row: number): string | null;
      paddingLeft(column: number): number;
      paddingRight(column: number): number;
      paddingTop(row: number): number;
      paddingBottom(row: number): number;
    }

    export type Content =
      | Text
      | (Look & { stack: Content[]; unbreakable?: boolean })
      | (Look & { columns: Content[]; columnGap?: number; unbreakable?: boolean })
      | (Look & { ul: Text[] })
      | { svg: string; width: number }
      | (Look & { image: string; fit: [number, number] })
      | (Look & {
          layout: "noBorders" | TableLayout;
          table: {
            widths: number[];
            body: Text[][];
            headerRows?: number;
            keepWithHeaderRows?: number;
            dontBreakRows?: boolean;
          };
        });

    export interface Definition {
      pageSize: "LETTER";
      pageOrientation: "portrait" | "landscape";
      pageMargins: [number, number, number, number];
      defaultStyle: Look;
      info: { title: string; creationDate: Date; creator: string; producer: string };
      language: string;
      displayTitle: boolean;
      header(page: number, pages: number): Content;
      footer(page: number, pages: number): Content;
      content: Content[];
    }

    interface FontFiles {
      normal: string;
      bold: string;
      italics: string;
      bolditalics: string;
    }

    export interface Pdfmake {
      setUrlAccessPolicy(isAllowed: (url: string) => boolean): void;
      setLocalAccessPolicy(isAllowed: (path: string) => boolean): void;
      setFonts(fonts: Record<string, FontFiles>): void;
      createPdf(definition: Definition): { getBuffer(): Promise<Buffer> };
    }
  }
  const pdfmake: pdfmake.Pdfmake;
  export = pdfmake;
}
