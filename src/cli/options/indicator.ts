import { repeatedParameterError, parameterError } from "../../primitives/check.ts";

/** An indicator of `--indicator`: its name, its numbers by position and its values by name. */
export interface WrittenIndicator {
  /** The whole text of the indicator, which also names its columns. */
  readonly text: string;
  readonly name: string;
  readonly numbers: readonly string[];
  readonly named: readonly (readonly [name: string, text: string])[];
}

/** Parses indicators such as `rsi:14,macd:12:26:signal=9`, and appends them to the previous indicators. */
export function indicatorOption(text: string, before: readonly WrittenIndicator[] = []): WrittenIndicator[] {
  const all = [...before, ...text.split(",").map((one) => parseIndicator(one.trim()))];
  const duplicate = all.find(({ text: one }, i) => all.findIndex((other) => other.text === one) !== i);
  if (duplicate !== undefined) throw repeatedParameterError(`--indicator ${duplicate.text}`);
  return all;
}

function parseIndicator(text: string): WrittenIndicator {
  const [name = "", ...parts] = text.split(":");
  if (name === "" || parts.includes("")) throw parameterError("--indicator", "NAME:NUMBER:PARAM=VALUE", text);
  const named = parts
    .filter((part) => part.includes("="))
    .map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)] as const);
  const duplicate = named.find(([one], i) => named.findIndex(([other]) => other === one) !== i)?.[0];
  if (duplicate !== undefined) throw repeatedParameterError(`--indicator ${text}: ${duplicate}`);
  return { text, name, numbers: parts.filter((part) => !part.includes("=")), named };
}
