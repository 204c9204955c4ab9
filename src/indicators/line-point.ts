import { BlockLine, blockLine, type Line } from "../primitives/block-line.ts";
import type { Column } from "../primitives/column.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { Stream } from "./stream.ts";

interface Window {
  readonly period: number;
}

/** Returns the batch and stream functions for a point of the regression line that is `reach` bars after the middle of the window. */
export function linePoint(reach: (period: number) => number) {
  return {
    batch([source]: readonly [Column], { period }: Window, [out]: readonly Column[]): void {
      const excess = borrowColumn(source.length);
      blockLine(source, period, excess, out!);
      for (let i = 0, bars = reach(period); i < source.length; i++) out![i] = source[i] - (excess[i] - out![i] * bars);
      returnColumn(excess);
    },
    stream: ({ period }: Window) => new LinePointStream(period, reach(period)),
  };
}

class LinePointStream extends Stream<number> {
  declare readonly window: BlockLine;
  declare readonly reach: number;

  constructor(period: number, reach: number) {
    super();
    this.window = new BlockLine(period);
    this.reach = reach;
  }

  update(source: number): number {
    this.window.update(source);
    return this.#point(source, this.window);
  }

  override peek(source: number): number {
    return this.#point(source, this.window.peek(source));
  }

  #point(source: number, line: Line): number {
    return source - (line.excess - line.slope * this.reach);
  }
}
