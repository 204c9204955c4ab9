import { readWord } from "../../primitives/from-text.ts";

/** A reader of one of some words. Throws PARAMETER_OUT_OF_RANGE: `--basis must be one of raw, split_adjusted, was "adjusted"`. */
export function choiceOption<T extends string>(option: string, words: readonly T[]): (text: string) => T {
  return (text) => readWord(option, words, text);
}
