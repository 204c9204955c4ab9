import { dirname } from "node:path";
import { parameterError } from "../../primitives/check.ts";
import { trialColumns, type TrialsResult } from "../../research/sweep/trials-result.ts";
import { exportParquetTable, makeFolder, writeFileAtomically } from "../../data/exports.ts";
import { toNotWritable, checkOutputFolder } from "./output-folder.ts";

/** Checks the file name of `--table`, whose extension chooses the format. Throws PARAMETER_OUT_OF_RANGE. */
export function tableOption(file: string): string {
  if (/\.(parquet|csv|csv\.gz)$/i.test(file)) return file;
  throw parameterError("--table", "a file that ends in .parquet, .csv or .csv.gz", file);
}

/** Throws OUTPUT_NOT_WRITABLE, before any trial runs, if the files of a table cannot be written. */
export async function checkTableOutput({
  out,
  table,
}: {
  readonly out?: string;
  readonly table?: string;
}): Promise<void> {
  if (out !== undefined) await checkOutputFolder(out);
  if (table !== undefined) await checkOutputFolder(dirname(table));
}

/** Writes the table of trials to a file in the format of its extension. Throws OUTPUT_NOT_WRITABLE. */
export async function writeTable(file: string, result: TrialsResult): Promise<void> {
  try {
    await makeFolder(dirname(file));
  } catch (error) {
    throw toNotWritable(dirname(file), error);
  }
  if (/\.parquet$/i.test(file)) await exportParquetTable(file, trialColumns(result));
  else await writeFileAtomically(file, result.csv());
}
