import type { CellReader } from "../csv/cell-reader.ts";

/** A column of words, such as symbols: each is read as its place among all that occurred. */
export class WordCells implements CellReader {
  readonly words: string[] = [];
  readonly #places = new Map<string, number>();

  read(): number {
    return -1;
  }

  parse(text: string): number | string {
    if (text === "") return "a word";
    let place = this.#places.get(text);
    if (place === undefined) {
      place = this.words.push(text) - 1;
      this.#places.set(text, place);
    }
    return place;
  }
}
