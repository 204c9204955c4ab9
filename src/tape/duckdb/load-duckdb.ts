import type * as DuckDb from "@duckdb/node-api";
import { HindcastError } from "../../primitives/errors.ts";

export type DuckDbModule = typeof DuckDb;

const PACKAGE = "@duckdb/node-api";

/**
 * The package that runs DuckDB, which not everybody who reads bars needs: it is installed on its own, and loaded when it is first asked for.
 * Throws PACKAGE_MISSING.
 */
export async function loadDuckDb(
  load: () => Promise<DuckDbModule> = () => import("@duckdb/node-api"),
): Promise<DuckDbModule> {
  try {
    return await load();
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new HindcastError(
      "PACKAGE_MISSING",
      `the package ${PACKAGE} must be installed to read with DuckDB, could not be loaded; npm install ${PACKAGE}`,
      { package: PACKAGE, install: `npm install ${PACKAGE}`, cause },
    );
  }
}
