import type { TableColumn } from "../output/wrapped-table.ts";
import type { HindcastError } from "../../primitives/errors.ts";

/** One kind of thing that there is, as a table and as JSON. */
export interface Listing {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly string[])[];
  /** Everything that is known of each, in the order of the rows. */
  readonly json: readonly object[];
  /** What should have been in the list and could not be read. */
  readonly failures: readonly HindcastError[];
}

/** What a list may need to know of its call. */
export interface ListingOptions {
  /** Folder of strategies. */
  readonly strategies: string;
}
