/** Pixels of a bar where there are many, and where there are few. */
const SPACING = { least: 6, most: 20 };
/** Pixels beside the last bar, for the names of levels. */
const ROOM = 66;
/** Bars' widths before the first bar where all are in view: half a number of the axis. */
const BEFORE = 1.5;

/** What a chart of so many pixels shows of its bars at first, counted from the first bar: the last ones, and room beside them. */
export function firstView(bars: number, width: number): { from: number; to: number } {
  const fitting = (width - ROOM) / (bars + BEFORE);
  const spacing = Math.min(SPACING.most, Math.max(SPACING.least, fitting));
  const to = bars + ROOM / spacing;
  return { from: to - width / spacing, to };
}
