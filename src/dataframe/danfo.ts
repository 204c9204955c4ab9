import { loadPackage } from "../primitives/load-package.ts";

/** What is asked of a data frame here. A frame of danfo.js is one, and has much more to offer. */
export interface DataFrame {
  readonly columns: readonly string[];
  /** Rows and columns. */
  readonly shape: readonly number[];
  column(name: string): { readonly values: readonly unknown[] };
}

/** What is asked of danfo.js: `danfojs-node`, or `danfojs` in a browser. */
export interface Danfo<Frame extends DataFrame = DataFrame> {
  readonly DataFrame: new (
    data: object,
    options?: { readonly columns?: string[]; readonly dtypes?: string[] },
  ) => Frame;
}

/** Columns by name, as a frame is made of them: numbers as a column, all else as an array in which `null` is missing. */
export type MadeOf = Record<string, Float64Array | (number | string | boolean | null)[]>;

/** Makes a frame of columns by name, such as `aq.table` of arquero or `pl.DataFrame` of nodejs-polars; or danfo.js itself. */
export type FrameMaker<Frame = DataFrame> = ((columns: MadeOf) => Frame) | Danfo<Frame & DataFrame>;

const PACKAGE = "danfojs-node";

/**
 * The package that makes data frames, which not everybody needs: it is installed on its own, and loaded when it is first asked for.
 * Throws PACKAGE_MISSING.
 */
export async function loadDanfo(load: () => Promise<unknown> = () => import(PACKAGE)): Promise<Danfo> {
  const loaded = await loadPackage([PACKAGE], "make data frames", load);
  return (loaded as { readonly default?: Danfo }).default ?? (loaded as Danfo);
}
