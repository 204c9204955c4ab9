import { NO_VALUE } from "../../report/format.ts";
import { ink, type Ink } from "../../report/terminal/ink.ts";
import { accountLines } from "./account-lines.ts";
import { clippedLine } from "./clipped-line.ts";
import { priceLines } from "./price-lines.ts";
import type { WatchedMarket } from "./watched-market.ts";

/** Where a market is drawn. */
export interface Canvas {
  /** Characters in a line, and lines. */
  readonly width: number;
  readonly height: number;
  readonly color: boolean;
}

/** What is drawn besides the market itself. */
export interface Surroundings {
  readonly symbols: readonly string[];
  readonly session: string;
  /** What happened last, the newest at the end. */
  readonly news: readonly string[];
  /** What is wrong with the connection. */
  readonly trouble?: string | undefined;
}

/** The market as lines of text that fit a terminal: the clock, prices, the account where it is known, and what happened last. */
export function marketScreen(market: WatchedMarket, around: Surroundings, canvas: Canvas): readonly string[] {
  const { width, height, color } = canvas;
  const pen = ink({ color });
  const head = [headLine(market, around, pen), ""];
  const below = [...accountLines(market, width, pen), ...newsLines(around, pen)];
  const prices = priceLines(market, around.symbols, width, pen);
  // Prices give way to what is the reader's own, down to their heading and three rows.
  const room = Math.max(height - head.length - below.length, Math.min(prices.length, 4));
  const lines = [...head, ...shortened(prices, room, pen), ...below];
  return lines.slice(0, height).map((line) => clippedLine(line, width));
}

function headLine({ clock, now }: WatchedMarket, { session, trouble }: Surroundings, pen: Ink): string {
  const time = now === "" ? NO_VALUE : `${now.slice(0, 10)} ${now.slice(11, 19)} UTC`;
  const moves = clock === undefined ? "" : `  ${clock.state}, speed ${clock.speed}`;
  const wrong = trouble === undefined ? "" : `  ${pen.signed(trouble, -1)}`;
  return `${pen.strong(time)}${moves}  ${pen.faint(session)}${wrong}`;
}

/** The first lines of a table, and how many there are more. */
function shortened(lines: readonly string[], room: number, pen: Ink): readonly string[] {
  if (lines.length <= room) return lines;
  const shown = lines.slice(0, room - 1);
  return [...shown, pen.faint(`and ${lines.length - shown.length} more`)];
}

function newsLines({ news }: Surroundings, pen: Ink): string[] {
  return news.length === 0 ? [] : ["", ...news.map((line) => pen.faint(line))];
}
