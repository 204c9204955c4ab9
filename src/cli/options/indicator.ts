import { repeatedParameterError, parameterError } from "../../primitives/check.ts";

/** An indicator as it was written: its name, numbers by position, and everything that was named. */
export interface WrittenIndicator {
  /** All of it, which also names its columns. */
  readonly text: string;
  readonly name: string;
  readonly numbers: readonly string[];
  readonly named: readonly (readonly [name: string, text: string])[];
}

/** Reads `NAME`, `NAME:14`, `NAME:12:26:signal=9`, several with commas between them, and adds them to those before. */
export function indicatorOption(text: string, before: readonly WrittenIndicator[] = []): WrittenIndicator[] {
  const all = [...before, ...text.split(",").map((one) => written(one.trim()))];
  const twice = all.find(({ text: one }, i) => all.findIndex((other) => other.text === one) !== i);
  if (twice !== undefined) throw repeatedParameterError(`--indicator ${twice.text}`);
  return all;
}

function written(text: string): WrittenIndicator {
  const [name = "", ...parts] = text.split(":");
  if (name === "" || parts.includes("")) throw parameterError("--indicator", "NAME:NUMBER:PARAM=VALUE", text);
  const named = parts
    .filter((part) => part.includes("="))
    .map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)] as const);
  const twice = named.find(([one], i) => named.findIndex(([other]) => other === one) !== i)?.[0];
  if (twice !== undefined) throw repeatedParameterError(`--indicator ${text}: ${twice}`);
  return { text, name, numbers: parts.filter((part) => !part.includes("=")), named };
}
