import { recordingError } from "./recording-error.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** The text of a file. Throws RECORDING_INVALID where its bytes are not UTF-8: a letter that was lost is not guessed. */
export function textOf(path: string, bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw recordingError("RECORDING_INVALID", path, "must be text in UTF-8, has other bytes");
  }
}
