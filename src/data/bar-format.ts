import type { BarFile } from "./bar-file.ts";

/** A file format to read bars from. */
export interface BarFormat<Options = object> {
  readonly name: string;
  /** Title of the format, as lists of formats show it. */
  readonly title: string;
  /** File name extensions of this format, such as `.csv`. */
  readonly endings: readonly string[];
  readonly read: (file: string, options?: Options) => Promise<BarFile>;
}
