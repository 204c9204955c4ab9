import { indicators } from "hindcast/indicators";
import { interleaved, type Rounds } from "../interleaved.ts";
import { BenchData } from "../support/bench-data.ts";
import { benchIndicator } from "../support/bench-indicator.ts";
import { agreement } from "./agreement.ts";
import type { Cell, Row } from "./comparison.ts";
import type { Given, Peer } from "./peer.ts";
import { tasks, type Task } from "./tasks.ts";

/** Enough for every recursion to settle, and few enough to compare in no time. */
const COMPARED = 20_000;

/** How long does a column of an indicator take, allocated, in each library from what it takes itself: numbers in arrays, or columns for us? */
export function compareIndicators(bars: number, peers: readonly Peer[], rounds: Rounds): Row[] {
  const few = new BenchData(COMPARED);
  const many = new BenchData(bars);
  return tasks.map((task) => {
    const able = peers.filter((peer) => peer.batch[task.name] !== undefined);
    const cases = Object.fromEntries(able.map((peer) => [peer.package, () => peer.batch[task.name]!.run(many)]));
    // Arrays are made on first use, not while the clock runs.
    for (const run of Object.values(cases)) run();
    const { hindcast, ...times } = interleaved(
      { hindcast: benchIndicator(task.indicator, many, task.params, task.outputs).ours, ...cases },
      rounds,
    ) as Readonly<Record<string, number>>;
    const ours = ourColumns(task, few);
    const cells = able.map((peer): Cell => {
      const { run, columns, differs } = peer.batch[task.name]!;
      const given = columns(run(few) as never);
      return {
        package: peer.package,
        ratio: times[peer.package]! / hindcast!,
        agreement: agreement(ours, given),
        ...(differs !== undefined && { differs }),
      };
    });
    return { name: task.name, ours: (hindcast! * 1e6) / bars, cells };
  });
}

/** How long does a bar take, one after the other? */
export function compareStreams(bars: number, peers: readonly Peer[], rounds: Rounds): Row[] {
  const few = new BenchData(COMPARED);
  const many = new BenchData(bars);
  return tasks.map((task) => {
    const able = peers.filter((peer) => peer.streams[task.name] !== undefined);
    const cases = Object.fromEntries(
      able.map((peer) => {
        const { make, call } = peer.streams[task.name]!;
        const loop = loopOf(peer.package, call, "last = value;");
        return [peer.package, () => loop(make(), many, keptBy)];
      }),
    );
    for (const run of Object.values(cases)) run();
    // Streams are made anew on each run.
    const { hindcast, ...times } = interleaved(
      { hindcast: benchIndicator(task.indicator, many, task.params, task.outputs).stream, ...cases },
      { ...rounds, clear: false },
    ) as Readonly<Record<string, number>>;
    const ours = ourColumns(task, few);
    const cells = able.map((peer): Cell => {
      const { make, call, numbers, differs } = peer.streams[task.name]!;
      const rows: (readonly (number | undefined)[])[] = [];
      loopOf(peer.package, call, "keep(value);")(make(), few, (value) => rows.push(numbers(value as never)));
      const given: Given = task.outputs.map((_, place) => rows.map((row) => row[place]));
      return {
        package: peer.package,
        ratio: times[peer.package]! / hindcast!,
        agreement: agreement(ours, given),
        ...(differs !== undefined && { differs }),
      };
    });
    return { name: task.name, ours: (hindcast! * 1e6) / bars, cells };
  });
}

const keptBy = () => undefined;

type Loop = (stream: object, data: BenchData, keep: (value: unknown) => void) => unknown;

/** A loop of its own for each stream: one loop for all of them would be slow because it sees them all. */
function loopOf(name: string, call: string, step: string): Loop {
  const arrays = ["highs", "lows", "closes", "candles"].filter((array) => call.includes(`${array}[`));
  const body = `// ${name}
    const { ${arrays.join(", ")} } = data;
    let last;
    for (let i = 0; i < data.bars; i++) { const value = ${call}; ${step} }
    return last;`;
  // eslint-disable-next-line typescript/no-implied-eval -- only new source gives a loop feedback of its own
  return new Function("stream", "data", "keep", body) as Loop;
}

function ourColumns({ indicator: name, params, outputs }: Task, data: BenchData): Float64Array[] {
  const indicator = indicators[name]!;
  const inputs = (indicator.spec.inputs as readonly string[]).map((input) => data.column(input));
  const given = indicator(...inputs, params) as unknown as Float64Array | Readonly<Record<string, Float64Array>>;
  return outputs.map((output) => (given instanceof Float64Array ? given : given[output]!));
}
