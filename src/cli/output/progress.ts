import { styleText } from "node:util";
import { escapeControls } from "../../primitives/words.ts";
import { displayWidth } from "../../report/terminal/tables.ts";
import type { TrialProgress } from "../../research/sweep/sweep-options.ts";
import { drawOn, hasColor, type Terminal, widthOf } from "../../report/terminal/terminal.ts";
import { clipLine } from "../watching/market-screen.ts";

/** A progress bar in the terminal. */
interface Progress {
  /** Shows the completed share of the work, from 0 to 1. */
  update(done: number): void;
  /** Erases the progress bar. */
  clear(): void;
}

/** Runs that take less time show no progress bar. */
const SHOW_AFTER_MS = 400;
const UPDATE_INTERVAL_MS = 80;
const MAX_LENGTH = 40;

/** Creates a progress bar on standard error. The bar does nothing if standard error is not a terminal. */
export function createProgress(label: string, { stderr, env }: Terminal, now = () => performance.now()): Progress {
  if (stderr.isTTY !== true) return { update: () => undefined, clear: () => undefined };
  const length = Math.max(0, Math.min(MAX_LENGTH, widthOf(stderr) - displayWidth(label) - "[] 100%".length - 2));
  const faint = (text: string) => (hasColor(stderr, env) ? styleText("dim", text) : text);
  let next = now() + SHOW_AFTER_MS;
  let shown = false;
  return {
    update(done) {
      if (now() < next) return;
      next = now() + UPDATE_INTERVAL_MS;
      shown = true;
      const full = Math.round(done * length);
      const percent = `${Math.floor(done * 100)}%`.padStart(4);
      drawOn(stderr, `\r${escapeControls(label)} [${"=".repeat(full)}${faint("-".repeat(length - full))}]${percent}`);
    },
    clear() {
      if (shown) drawOn(stderr, "\r\u001B[2K");
    },
  };
}

const TRIALS_UPDATE_INTERVAL_MS = 120;

/** A line with the progress of trials, their rate and the remaining time. */
interface TrialLine {
  update(progress: TrialProgress): void;
  clear(): void;
}

/** Creates a progress line on standard error. The line does nothing if standard error is not a terminal. */
export function createTrialLine(
  label: string,
  { stderr, env }: Terminal,
  { what = "trials", now = () => performance.now() } = {},
): TrialLine {
  if (stderr.isTTY !== true) return { update: () => undefined, clear: () => undefined };
  const erase = hasColor(stderr, env) || env["TERM"] !== "dumb" ? "\r\u001B[2K" : "\r";
  const start = now();
  let next = start;
  let shown = false;
  return {
    update(progress) {
      if (now() < next && progress.done !== progress.total) return;
      next = now() + TRIALS_UPDATE_INTERVAL_MS;
      shown = true;
      // The line is clipped to the width, since a wrapped line could not be erased.
      const line = clipLine(`${label}  ${progressText(progress, now() - start, what)}`, widthOf(stderr) - 1);
      drawOn(stderr, erase + line);
    },
    clear() {
      if (shown) drawOn(stderr, erase);
    },
  };
}

/** Formats progress: `1,200 of 5,000 trials (24%)  310 a second  12 s left`. */
export function progressText({ done, total, ran }: TrialProgress, elapsedMs: number, what = "trials"): string {
  const count = (value: number) => value.toLocaleString("en");
  const rate = (1000 * ran) / elapsedMs;
  const known = Number.isFinite(total);
  const share = known ? ` of ${count(total)} ${what} (${Math.floor((100 * done) / total)}%)` : ` ${what}`;
  const speed = rate > 0 && Number.isFinite(rate) ? `  ${count(Number(rate.toPrecision(3)))} a second` : "";
  const left = known && speed !== "" ? `  ${timeText((total - done) / rate)} left` : "";
  return `${count(done)}${share}${speed}${left}`;
}

function timeText(seconds: number): string {
  if (seconds < 99) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 99 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
