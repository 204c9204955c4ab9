import type { CorporateAction } from "../../market/corporate-action.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";

/** A split and a cash dividend on one ex-date, as a row of a table states them. */
export interface ActionRow {
  /** Ex-date in days since 1970-01-01. */
  readonly exDate: number;
  /** Units after the split per unit before it. 1, 0 and NaN mean that there is no split. */
  readonly ratio: number;
  /** Cash of the dividend per unit. 0 and NaN mean that there is no dividend. */
  readonly cash: number;
}

/**
 * Units in which a table states dividends: those of the ex-date, or those after all later splits of the table, as in tables with
 * split-adjusted prices.
 */
export type CashUnits = "of-ex-date" | "after-splits";

/** Returns the splits and dividends of the rows of one instrument, with the cash of each dividend per unit held before its ex-date. */
export function actionsOfRows(
  { symbol, currency }: Pick<RecordedInstrument, "symbol" | "currency">,
  rows: readonly ActionRow[],
  units: CashUnits,
): readonly CorporateAction[] {
  // A split that is repeated in an equal row is one.
  const splits = new Map(
    rows.filter(({ ratio }) => ratio > 0 && ratio !== 1).map(({ exDate, ratio }) => [exDate, ratio]),
  );
  const unitsAfter = (exDate: number): number =>
    [...splits].reduce((product, [day, ratio]) => (day >= exDate ? product * ratio : product), 1);
  const actions: CorporateAction[] = [];
  for (const { exDate, ratio, cash } of rows) {
    if (cash > 0) {
      const perUnit = units === "of-ex-date" ? cash : cash * unitsAfter(exDate);
      actions.push(Object.freeze({ symbol, kind: "dividend", exDate, ratio: 1, cash: perUnit, currency }));
    }
    if (ratio > 0 && ratio !== 1)
      actions.push(Object.freeze({ symbol, kind: "split", exDate, ratio, cash: 0, currency }));
  }
  return actions;
}
