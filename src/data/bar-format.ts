import type { BarFile } from "./bar-file.ts";

/** A file format to read bars from. */
export interface BarFormat<Options = object> {
  readonly name: string;
  /** Title of the format, for lists. */
  readonly title: string;
  /** Endings of file names of this format. */
  readonly endings: readonly string[];
  readonly read: (file: string, options?: Options) => Promise<BarFile>;
}
