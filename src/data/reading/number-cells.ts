import { type CellReader, NUMBER_CELLS } from "../csv/cell.ts";

/** Mark between the whole part of a number and its decimals. */
export type DecimalMark = "point" | "comma";

export const DECIMAL_MARKS: readonly DecimalMark[] = ["point", "comma"];

/** Matches a number with decimal comma, whose thousands points may separate: `16,5`, `16.500,25`. */
const COMMA_DECIMALS = /^[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+),\d+$/;
/** Matches a number whose thousands commas separate: `4,783.45`, `1,234,567`, or in India `69,35,925`. */
const COMMA_THOUSANDS = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})(?:\.\d+)?$/;
/** Matches a number whose thousands points separate. */
const POINT_THOUSANDS = /^[+-]?\d{1,3}(?:\.\d{3})+$/;
/** Matches a number in which one comma may separate thousands or decimals: `1,234`. */
const UNCLEAR = /^[+-]?\d{1,3},\d{3}$/;

/** Returns the decimal mark that some texts of numbers show; undefined if their only marks are commas that may separate thousands. */
export function decimalMarkOf(texts: readonly string[]): DecimalMark | undefined {
  const plain = texts.map(withoutSign);
  if (plain.some(showsPoint)) return "point";
  const commas = plain.filter((text) => COMMA_DECIMALS.test(text));
  // A few odd cells do not make a style; their errors name them.
  if (commas.length < plain.length / 4) return "point";
  if (commas.some((text) => !UNCLEAR.test(text))) return "comma";
  return undefined;
}

/** Matches a number whose thousands spaces or apostrophes separate: `16 500,25`, `16'500.25`. */
const OTHER_THOUSANDS = /^[+-]?\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d+)?$/;

/** Returns a text without signs of currency around it, and without spaces or apostrophes between thousands. */
function withoutSign(text: string): string {
  const plain = text.replace(/^[\s$€£¥]+/, "").replace(/[\s$€£¥]+$/, "");
  return OTHER_THOUSANDS.test(plain) ? plain.replaceAll(/[\s'’]/g, "") : plain;
}

/** Whether a text has a point that can only separate decimals, so that commas in its column separate thousands. */
export function showsPoint(text: string): boolean {
  const plain = withoutSign(text);
  return plain.includes(".") && !POINT_THOUSANDS.test(plain) && !COMMA_DECIMALS.test(plain);
}

const MULTIPLES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 };

/**
 * Reads numbers with a decimal mark, with or without separated thousands and a sign of currency. A comma that may separate thousands or
 * decimals is refused unless the mark is `stated`.
 */
export class MarkedNumbers implements CellReader {
  readonly #mark: DecimalMark;
  readonly #stated: boolean;

  constructor(mark: DecimalMark, stated: boolean) {
    this.#mark = mark;
    this.#stated = stated;
  }

  read(view: DataView, at: number, out: Float64Array, row: number): number {
    return this.#mark === "point" ? NUMBER_CELLS.read(view, at, out, row) : -1;
  }

  parse(text: string): number | string {
    const plain = withoutSign(text);
    if (this.#mark === "comma") {
      if (!COMMA_DECIMALS.test(plain) && !/^[+-]?\d+$/.test(plain) && !POINT_THOUSANDS.test(plain))
        return "a number with a decimal comma, like others of its column";
      return NUMBER_CELLS.parse(plain.replaceAll(".", "").replace(",", "."));
    }
    if (!COMMA_THOUSANDS.test(plain)) return NUMBER_CELLS.parse(plain);
    if (!this.#stated && UNCLEAR.test(plain)) return UNCLEAR_NUMBER;
    return NUMBER_CELLS.parse(plain.replaceAll(",", ""));
  }
}

/** Reads whole numbers of parts of a unit, such as prices in billionths. */
export class FixedPointNumbers implements CellReader {
  readonly #parts: number;

  constructor(parts: number) {
    this.#parts = parts;
  }

  read(): number {
    return -1;
  }

  parse(text: string): number | string {
    const count = /^-?\d+$/.test(text) ? Number(text) : NaN;
    // The largest integer of 64 bits marks a missing price.
    return Number.isSafeInteger(count) ? count / this.#parts : "a whole number below 2^53, like others of its column";
  }
}

const UNCLEAR_NUMBER =
  "a number whose comma is clear (use --decimal point if commas separate thousands, --decimal comma if they separate decimals)";

/** Reads volumes: numbers, numbers with a letter for thousands, millions or billions (`1.2M`), and an empty cell or `-` as 0. */
export class VolumeNumbers implements CellReader {
  readonly #numbers: CellReader;

  constructor(numbers: CellReader) {
    this.#numbers = numbers;
  }

  read(view: DataView, at: number, out: Float64Array, row: number): number {
    return this.#numbers.read(view, at, out, row);
  }

  parse(text: string): number | string {
    const multiple = MULTIPLES[text.slice(-1).toLowerCase()];
    if (multiple === undefined) return this.#numbers.parse(text);
    const count = this.#numbers.parse(text.slice(0, -1));
    return typeof count === "string" ? count : Math.round(count * multiple);
  }
}

/** Texts that mark a missing number. */
const MISSING: ReadonlySet<string> = new Set(["", "na", "n/a", "nan", "null", "none", "-", "--", "."]);

/** Whether a text is a number or marks a missing one. */
export function isOptionalNumber(text: string): boolean {
  return isMissing(text) || typeof NUMBER_CELLS.parse(text) === "number";
}

export function isMissing(text: string): boolean {
  return MISSING.has(text.toLowerCase());
}

/** Reads numbers of a column that is not part of bars; missing ones become NaN. The first other text is kept: such a column is no numbers. */
export class OwnNumbers implements CellReader {
  /** First text that is no number; undefined if there is none. */
  text: string | undefined;

  read(view: DataView, at: number, out: Float64Array, row: number): number {
    return NUMBER_CELLS.read(view, at, out, row);
  }

  parse(text: string): number | string {
    if (isMissing(text)) return NaN;
    const value = NUMBER_CELLS.parse(text);
    if (typeof value === "number") return value;
    this.text ??= text;
    return NaN;
  }
}
