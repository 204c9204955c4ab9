import type { TrialProgress } from "../../research/sweep/sweep-options.ts";
import { drawOn, hasColor, widthOf, type Terminal } from "../terminal.ts";
import { clippedLine } from "../watching/clipped-line.ts";

const BETWEEN_MS = 120;

/** A line that shows how far trials have come, how fast they go and how long they will take. */
export interface TrialLine {
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
      next = now() + BETWEEN_MS;
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
