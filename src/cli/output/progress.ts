import { styleText } from "node:util";
import { displayWidth } from "../../report/terminal/display-width.ts";
import { visibleText } from "../../primitives/words.ts";
import { drawOn, hasColor, type Terminal, widthOf } from "../terminal.ts";

/** A bar that shows how far a run has come. */
export interface Progress {
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
      drawOn(stderr, `\r${visibleText(label)} [${"=".repeat(full)}${faint("-".repeat(length - full))}]${percent}`);
    },
    clear() {
      if (shown) drawOn(stderr, "\r\u001B[2K");
    },
  };
}
