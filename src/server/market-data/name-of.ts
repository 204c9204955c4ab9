import type { RecordedInstrument } from "../../market/recorded-market.ts";

/** A text that may be missing. */
export function textOrNull(text: string): string | null {
  return text === "" ? null : text;
}

/** The name of an instrument as known now. */
export function nameOf({ name }: RecordedInstrument): string | null {
  return textOrNull(name);
}
