import type { RecordedChain } from "../../market/recorded-market.ts";
import { CHAIN_COLUMNS, CONTRACT_COLUMNS } from "./column-names.ts";
import type { NamedColumns } from "./arrow-file.ts";
import { checkColumns } from "./check-columns.ts";
import { recordingError } from "./recording-error.ts";

/**
 * Checks the snapshots of a chain: rows by time, then expiration, then strike, the call before the put, each once; a right is 1 or -1.
 * Throws RECORDING_INVALID.
 */
export function checkChain(path: string, chain: RecordedChain): void {
  const columns: NamedColumns = Object.fromEntries(CHAIN_COLUMNS.map((name) => [name, chain[name]]));
  checkColumns(path, columns, CONTRACT_COLUMNS);
  const { time, expiration, strike, right } = chain;
  for (let row = 0; row < time.length; row++) {
    if (Math.abs(right[row]!) !== 1) {
      throw recordingError("RECORDING_INVALID", path, `must have 1 or -1 in right of row ${row}, was ${right[row]}`, {
        column: "right",
        row,
      });
    }
    if (row === 0) continue;
    const step =
      time[row]! - time[row - 1]! ||
      expiration[row]! - expiration[row - 1]! ||
      strike[row]! - strike[row - 1]! ||
      right[row - 1]! - right[row]!;
    if (step > 0) continue;
    throw recordingError(
      "RECORDING_INVALID",
      path,
      `must have rows by time, expiration, strike and right, row ${row} is not after the one before`,
      {
        row,
      },
    );
  }
}
