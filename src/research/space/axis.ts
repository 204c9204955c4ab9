import type { Between } from "./between.ts";

/** What a parameter may be. */
export type ParamChoice = number | string | boolean;

/**
 * One parameter of an experiment and the values that it takes. In tables a value stands as a number: itself, or its place among the values
 * where they are words.
 */
export interface Axis {
  readonly name: string;
  /** Whether values near each other are alike, as numbers are and words are not. */
  readonly ordered: boolean;
  /** Number of values; Infinity for a stretch of numbers. */
  readonly count: number;
  /** The value at a place from 0 to `count` - 1. */
  readonly at: (place: number) => ParamChoice;
  /** The value at a share from 0 to 1, 1 excluded. */
  readonly atShare: (share: number) => ParamChoice;
  /** The number that stands for a value. */
  readonly encode: (value: ParamChoice) => number;
  readonly decode: (code: number) => ParamChoice;
}

/** The axis of a list of values. */
export function listAxis(name: string, values: readonly ParamChoice[]): Axis {
  const plain = values.every((value) => typeof value === "number");
  const count = values.length;
  return Object.freeze({
    name,
    ordered: plain,
    count,
    at: (place: number) => values[place]!,
    atShare: (share: number) => values[Math.min(count - 1, Math.floor(share * count))]!,
    encode: (value: ParamChoice) => (plain ? Number(value) : values.indexOf(value)),
    decode: (code: number) => (plain ? code : values[code]!),
  });
}

/** The axis of a stretch of numbers. */
export function betweenAxis(name: string, { min, max, scale }: Between): Axis {
  const log = scale === "log";
  const [low, high] = log ? [Math.log(min), Math.log(max)] : [min, max];
  const atShare = (share: number): number => {
    const place = low + share * (high - low);
    return Math.min(max, Math.max(min, log ? Math.exp(place) : place));
  };
  return Object.freeze({
    name,
    ordered: true,
    count: Infinity,
    at: atShare,
    atShare,
    encode: Number,
    decode: (code: number) => code,
  });
}
