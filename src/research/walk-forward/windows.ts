import { checkWhole, parameterError } from "../../primitives/check.ts";

/** Sessions from `from` up to but not including `to`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** One step of a walk-forward: where parameters are chosen, and where they are tried. */
export interface Window {
  readonly train: Stretch;
  readonly test: Stretch;
}

/** How sessions are cut. */
export interface WindowOptions {
  /** Sessions in which parameters are chosen; in an anchored walk those of the first window. */
  readonly train: number;
  /** Sessions in which they are tried, and by which the windows move on. */
  readonly test: number;
  /** `rolling` keeps the length of the training, `anchored` its beginning. */
  readonly mode?: "rolling" | "anchored";
}

/** The windows that fit; the last test may be shorter. Throws a `RangeError` when none does. */
export function windowsOf(sessions: number, { train, test, mode = "rolling" }: WindowOptions): readonly Window[] {
  checkWhole("train", train);
  checkWhole("test", test);
  if (mode !== "rolling" && mode !== "anchored") throw parameterError("mode", "rolling or anchored", mode);
  if (train >= sessions) throw parameterError("train", `fewer sessions than there are (${sessions})`, train);
  const windows: Window[] = [];
  for (let start = train; start < sessions; start += test) {
    windows.push({
      train: { from: mode === "rolling" ? start - train : 0, to: start },
      test: { from: start, to: Math.min(start + test, sessions) },
    });
  }
  return windows;
}
