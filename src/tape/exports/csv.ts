import type { Bars } from "../../market/bars.ts";
import { formatInstant } from "../../time/instant.ts";
import { checkTimes, inPieces, priceColumns } from "./bar-rows.ts";
import { writeBeside } from "./write-beside.ts";

/**
 * Writes bars as CSV, gzipped where the name ends in `.gz`: `time` in UTC with its `Z`, then open, high, low, close, volume and, where
 * there is one, `adjClose`; every number as short as it is exact. `readCsv` gives the same bars back.
 * Throws OUTPUT_NOT_WRITABLE; DATE_INVALID for a time that is not a whole millisecond.
 *
 * @example
 * await exportCsv("aapl.csv.gz", bars);
 */
export async function exportCsv(file: string, bars: Bars): Promise<void> {
  checkTimes(file, bars);
  const columns = priceColumns(bars);
  const header = `${["time", ...columns.map(([name]) => name)].join(",")}\n`;
  await writeBeside(file, pieces());

  function* pieces(): Generator<string> {
    yield header;
    yield* inPieces(
      bars.length,
      (row) => `${formatInstant(bars.time[row]!)},${columns.map(([, column]) => column[row]!).join(",")}\n`,
    );
  }
}
