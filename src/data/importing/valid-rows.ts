import {
  type BarColumns,
  type BarProblemReason,
  barProblems,
  columnsByName,
  forEachBarProblem,
} from "../../market/validate-bars.ts";
import { selectRows } from "../reading/row-order.ts";
import { formatInstant } from "../../time/instant.ts";

/** Lower limit of valid prices. */
export type PriceFloor = "any" | "not_negative" | "above_zero";

/** Function that receives the problem of each bad row. */
export type RefuseBarRow = (row: number, field: string, reason: string, message: string) => void;

/** Field reported for each problem; empty for `not_a_number`, whose field is the column of the value. */
const FIELD_OF_PROBLEM: Readonly<Record<BarProblemReason, string>> = {
  unsorted: "time",
  duplicate_time: "time",
  low_above_high: "low",
  open_outside: "open",
  close_outside: "close",
  negative_volume: "volume",
  not_a_number: "",
};

/** Returns the rows of valid bars; undefined if all are valid. `refuse` receives each invalid row once, with its first problem. */
export function validRows(columns: BarColumns, floor: PriceFloor, refuse: RefuseBarRow): readonly number[] | undefined {
  const { time, low } = columns;
  if (barProblems(columns, 1).length === 0 && low.every((price) => isAllowedPrice(price, floor))) return undefined;

  const kept: number[] = [];
  let last = -Infinity;
  let next = 0;
  /** Checks the price floor and the order of times for the rows before `end`, which are valid in all other respects. */
  const checkUpTo = (end: number): void => {
    for (; next < end; next++) checkRow(next);
  };
  const checkRow = (row: number): void => {
    const start = time[row]!;
    if (!isAllowedPrice(low[row]!, floor)) {
      refuse(row, "low", "price_not_above_zero", `low must be ${FLOOR_TEXT[floor]}, was ${low[row]}`);
    } else if (start < last) {
      const message = `time must be after that of the previous bar, ${formatInstant(last)}, was ${formatInstant(start)}`;
      refuse(row, "time", "unsorted", message);
    } else if (start === last) {
      refuse(
        row,
        "time",
        "duplicate_time",
        `time must differ from that of the previous bar, was ${formatInstant(start)} again`,
      );
    } else {
      kept.push(row);
      last = start;
    }
  };
  // Problems are handled as they are found: a list of all problems of a long, bad file would fill the memory.
  forEachBarProblem(columns, ({ row, reason, message, values }) => {
    if (FIELD_OF_PROBLEM[reason] === "time" || row < next) return true;
    checkUpTo(row);
    refuse(row, FIELD_OF_PROBLEM[reason] === "" ? Object.keys(values)[0]! : FIELD_OF_PROBLEM[reason], reason, message);
    next = row + 1;
    return true;
  });
  checkUpTo(time.length);
  return kept;
}

/** Copies the given rows of bars. */
export function selectBarRows(columns: BarColumns, rows: readonly number[]): BarColumns {
  return columnsByName((name) => columns[name] && selectRows(columns[name], rows));
}

const FLOOR_TEXT: Readonly<Record<PriceFloor, string>> = {
  any: "a number",
  not_negative: "0 or above",
  above_zero: "above 0",
};

function isAllowedPrice(price: number, floor: PriceFloor): boolean {
  return floor === "any" || price > 0 || (floor === "not_negative" && price === 0);
}
