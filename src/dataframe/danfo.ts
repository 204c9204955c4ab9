import { loadPackage } from "../primitives/load-package.ts";

/** The part of a danfo.js data frame that this package uses. */
export interface DataFrame {
  readonly columns: readonly string[];
  /** Number of rows, then number of columns. */
  readonly shape: readonly number[];
  column(name: string): { readonly values: readonly unknown[] };
}

/** The part of danfo.js that this package uses: `danfojs-node`, or `danfojs` in a browser. */
export interface Danfo<Frame extends DataFrame = DataFrame> {
  readonly DataFrame: new (
    data: object,
    options?: { readonly columns?: string[]; readonly dtypes?: string[] },
  ) => Frame;
}

/** Columns by name from which a data frame is created: numbers as `Float64Array`, other values as arrays with `null` for missing values. */
export type FrameInput = Record<string, Float64Array | (number | string | boolean | null)[]>;

/** A function that creates a frame from columns, such as `aq.table` of arquero or `pl.DataFrame` of nodejs-polars, or the danfo.js module. */
export type FrameMaker<Frame = DataFrame> =
  | ((columns: FrameInput) => Frame | Promise<Frame>)
  | Danfo<Frame & DataFrame>;

const PACKAGE = "danfojs-node";

/** Loads the optional package `danfojs-node`. Throws `PACKAGE_MISSING`. */
export async function loadDanfo(load: () => Promise<unknown> = () => import(PACKAGE)): Promise<Danfo> {
  const loaded = await loadPackage([PACKAGE], "make data frames", load);
  return (loaded as { readonly default?: Danfo }).default ?? (loaded as Danfo);
}
