import { constants, type Stats } from "node:fs";

/** Flags to open a file for reading without waiting, as a pipe would make us, for somebody who writes. Windows does not know the second. */
export const READ_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** What is in the place of a file, for the end of a message: `must be a file, was a pipe`; undefined for a file. A pipe or a device may have no end. */
export function otherThanFile(stat: Stats): string | undefined {
  if (stat.isFile()) return undefined;
  if (stat.isDirectory()) return "a folder";
  return stat.isFIFO() ? "a pipe" : stat.isSocket() ? "a socket" : "a device";
}
