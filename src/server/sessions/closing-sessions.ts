import type { PreparedData } from "../../engine/prepared-data.ts";

/** The symbols of a run of which a session closes at a step, by its number from 0: also one without bars. */
export function closingSessions({ timeline, symbols, closings }: PreparedData): (step: number) => readonly string[] {
  const { time } = closings;
  const shapes = new Int32Array(time.length);
  let step = 0;
  timeline.forEachBlock(0, (block) => {
    for (let place = 0; place < block.length && step < time.length; place++)
      if (block.time[place] === time[step]) shapes[step++] = block.shape[place]!;
  });
  return (number) => [...timeline.shapes[shapes[number]!]!.sessionsClosing].map((series) => symbols[series]!);
}
