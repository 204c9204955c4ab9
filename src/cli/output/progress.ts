import { styleText } from "node:util";
import { escapeControls } from "../../primitives/words.ts";
import { displayWidth } from "../../report/terminal/tables.ts";
import type { TrialProgress } from "../../research/sweep/sweep-options.ts";
import { drawOn, hasColor, type Terminal, widthOf } from "../terminal.ts";
import { clippedLine } from "../watching/market-screen.ts";

/** A bar that shows how far a run has come. */
interface Progress {
  /** The share that is done, from 0 to 1. */
  update(done: number): void;
  /** Takes the bar away. */
  clear(): void;
}

/** A run that is over sooner needs no bar. */
const PATIENCE_MS = 400;
const BETWEEN_MS = 80;
const LONGEST = 40;

/** A bar on standard error while a run is long and somebody watches; nothing otherwise. */
export function progressOf(label: string, { stderr, env }: Terminal, now = () => performance.now()): Progress {
  if (stderr.isTTY !== true) return { update: () => undefined, clear: () => undefined };
  const length = Math.max(0, Math.min(LONGEST, widthOf(stderr) - displayWidth(label) - "[] 100%".length - 2));
  const faint = (text: string) => (hasColor(stderr, env) ? styleText("dim", text) : text);
  let next = now() + PATIENCE_MS;
  let shown = false;
  return {
    update(done) {
      if (now() < next) return;
      next = now() + BETWEEN_MS;
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

const TRIALS_BETWEEN_MS = 120;

/** A line that shows how far trials have come, how fast they go and how long they will take. */
interface TrialLine {
  update(progress: TrialProgress): void;
  clear(): void;
}

/** The line on standard error while somebody watches; nothing otherwise. */
export function trialLine(
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
      next = now() + TRIALS_BETWEEN_MS;
      shown = true;
      // A line that went on in a further one could not be taken back.
      const line = clippedLine(`${label}  ${progressText(progress, now() - start, what)}`, widthOf(stderr) - 1);
      drawOn(stderr, erase + line);
    },
    clear() {
      if (shown) drawOn(stderr, erase);
    },
  };
}

/** `1,200 of 5,000 trials (24%)  310 a second  12 s left`. */
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
