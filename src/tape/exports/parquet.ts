import type { Bars } from "../../market/bars.ts";
import { checkTimes, priceColumns } from "./bar-rows.ts";
import { writeBeside } from "./write-beside.ts";

/**
 * Writes bars as Parquet, packed by Snappy: `time` as a timestamp of milliseconds in UTC, the prices as doubles. `readParquet` gives the same
 * bars back. Throws OUTPUT_NOT_WRITABLE; DATE_INVALID for a time that is not a whole millisecond.
 *
 * @example
 * await exportParquet("aapl.parquet", bars);
 */
export async function exportParquet(file: string, bars: Bars): Promise<void> {
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  checkTimes(file, bars);
  const prices = priceColumns(bars);
  const buffer = parquetWriteBuffer({
    schema: [
      { name: "root", num_children: prices.length + 1 },
      {
        name: "time",
        type: "INT64",
        repetition_type: "REQUIRED",
        converted_type: "TIMESTAMP_MILLIS",
        logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
      },
      ...prices.map(([name]) => ({ name, type: "DOUBLE" as const, repetition_type: "REQUIRED" as const })),
    ],
    columnData: [
      { name: "time", data: BigInt64Array.from(bars.time, BigInt) },
      ...prices.map(([name, data]) => ({ name, data })),
    ],
  });
  await writeBeside(file, [new Uint8Array(buffer)]);
}
