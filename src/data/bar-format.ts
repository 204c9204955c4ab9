import type { TextBytes } from "./csv/cell.ts";
import type { BarTable } from "./reading/bar-table.ts";

/** A file format to read bars from. */
export interface BarFormat {
  readonly name: string;
  /** Title of the format, as lists of formats show it. */
  readonly title: string;
  /** File name extensions of this format, such as `.csv`. */
  readonly endings: readonly string[];
  /** Returns whether the first bytes of a file show this format. */
  readonly matches: (bytes: Uint8Array) => boolean;
  /** Opens the unpacked contents of a file. Throws `DATA_EMPTY` and `DATA_FILE_INVALID`. */
  readonly open: (file: string, text: TextBytes, maxBytes: number) => BarTable | Promise<BarTable>;
}
