import type { Bars } from "../../market/bars.ts";
import { formatInstant } from "../../time/instant.ts";
import { checkTimes, inPieces, priceColumns } from "./bar-rows.ts";
import { writeBeside } from "./write-beside.ts";

/**
 * Writes bars as lines of JSON, one object a bar, gzipped where the name ends in `.gz`; members and times as in `exportCsv`.
 * `readNdjson` gives the same bars back. Throws OUTPUT_NOT_WRITABLE; DATE_INVALID for a time that is not a whole millisecond.
 *
 * @example
 * await exportNdjson("aapl.ndjson", bars);
 */
export async function exportNdjson(file: string, bars: Bars): Promise<void> {
  checkTimes(file, bars);
  const columns = priceColumns(bars);
  const textOf = (row: number): string => {
    const prices = columns.map(([name, column]) => `"${name}":${column[row]!}`);
    return `{"time":"${formatInstant(bars.time[row]!)}",${prices.join(",")}}\n`;
  };
  await writeBeside(file, inPieces(bars.length, textOf));
}
