import type { BarFile } from "./bar-file.ts";

/** A kind of file that bars can be read from. */
export interface Source<Options = object> {
  readonly name: string;
  /** What kind of file it is, for a list. */
  readonly title: string;
  /** How names of such files end. */
  readonly endings: readonly string[];
  readonly read: (file: string, options?: Options) => Promise<BarFile>;
}
