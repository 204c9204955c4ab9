import { parameterError } from "../../primitives/check.ts";
import type { Source } from "../fetching/source.ts";
import * as exported from "./index.ts";

/** Every source by name. */
export const sources: ReadonlyMap<string, Source> = new Map(
  Object.values<Source>(exported).map((source) => [source.name, source]),
);

/** A source, and the text after the colon of `ccxt:kraken`. */
export interface NamedSource {
  readonly source: Source;
  readonly argument: string;
}

/** Names of the sources as a user writes them: `binance`, `ccxt:EXCHANGE`. */
export const SOURCE_NAMES: readonly string[] = Array.from(sources.values(), ({ name, argument }) =>
  argument === undefined ? name : `${name}:${argument.toUpperCase()}`,
);

/** Returns the source with a name such as `yahoo` or `ccxt:kraken`. Throws `PARAMETER_OUT_OF_RANGE` for an unknown one. */
export function sourceOf(text: string): NamedSource {
  const [name = "", argument = ""] = text.split(/:(.*)/s);
  const source = sources.get(name);
  if (source === undefined || (source.argument === undefined) !== (argument === ""))
    throw parameterError("source", `one of ${SOURCE_NAMES.join(", ")}`, text);
  return { source, argument };
}
