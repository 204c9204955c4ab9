import { indicators } from "hindcast/indicators";
import { interleaved, type Rounds } from "../interleaved.ts";
import { BenchData } from "../support/bench-data.ts";
import { benchIndicator } from "../support/bench-indicator.ts";
import { agreement } from "./agreement.ts";
import type { Cell, Row } from "./comparison.ts";
import type { PeerColumns, Peer } from "./peer.ts";
import { tasks, type Task } from "./tasks.ts";

/** Number of bars whose values are compared, so many that initial values of recursive averages no longer matter. */
const COMPARED = 20_000;

/**
 * Measures computing a new column of an indicator in each library, from its own input format: arrays of numbers, or columns for Hindcast.
 */
export function compareIndicators(bars: number, peers: readonly Peer[], rounds: Rounds): Row[] {
  const comparedData = new BenchData(COMPARED);
  const timedData = new BenchData(bars);
  return tasks.map((task) => {
    const supporting = peers.filter((peer) => peer.batch[task.name] !== undefined);
    const cases = Object.fromEntries(
      supporting.map((peer) => [peer.package, () => peer.batch[task.name]!.run(timedData)]),
    );
    // The first run creates the input arrays, so that their creation is not timed.
    for (const run of Object.values(cases)) run();
    const { hindcast, ...times } = interleaved(
      { hindcast: benchIndicator(task.indicator, timedData, task.params, task.outputs).ours, ...cases },
      rounds,
    ) as Readonly<Record<string, number>>;
    const ours = ourColumns(task, comparedData);
    const cells = supporting.map((peer): Cell => {
      const { run, columns, differs } = peer.batch[task.name]!;
      const theirs = columns(run(comparedData) as never);
      return {
        package: peer.package,
        ratio: times[peer.package]! / hindcast!,
        agreement: agreement(ours, theirs),
        ...(differs !== undefined && { differs }),
      };
    });
    return { name: task.name, ours: (hindcast! * 1e6) / bars, cells };
  });
}

/** Measures updating each library's stream bar by bar. */
export function compareStreams(bars: number, peers: readonly Peer[], rounds: Rounds): Row[] {
  const comparedData = new BenchData(COMPARED);
  const timedData = new BenchData(bars);
  return tasks.map((task) => {
    const supporting = peers.filter((peer) => peer.streams[task.name] !== undefined);
    const cases = Object.fromEntries(
      supporting.map((peer) => {
        const { make, call } = peer.streams[task.name]!;
        const loop = loopOf(peer.package, call, "last = value;");
        return [peer.package, () => loop(make(), timedData, discard)];
      }),
    );
    for (const run of Object.values(cases)) run();
    // `clear` is false, since streams are created on each run.
    const { hindcast, ...times } = interleaved(
      { hindcast: benchIndicator(task.indicator, timedData, task.params, task.outputs).stream, ...cases },
      { ...rounds, clear: false },
    ) as Readonly<Record<string, number>>;
    const ours = ourColumns(task, comparedData);
    const cells = supporting.map((peer): Cell => {
      const { make, call, numbers, differs } = peer.streams[task.name]!;
      const rows: (readonly (number | undefined)[])[] = [];
      loopOf(peer.package, call, "keep(value);")(make(), comparedData, (value) => rows.push(numbers(value as never)));
      const theirs: PeerColumns = task.outputs.map((_, index) => rows.map((row) => row[index]));
      return {
        package: peer.package,
        ratio: times[peer.package]! / hindcast!,
        agreement: agreement(ours, theirs),
        ...(differs !== undefined && { differs }),
      };
    });
    return { name: task.name, ours: (hindcast! * 1e6) / bars, cells };
  });
}

const discard = () => undefined;

type Loop = (stream: object, data: BenchData, keep: (value: unknown) => void) => unknown;

/** Compiles a separate loop for each stream. V8 would not optimize one loop shared by all streams for any of them. */
function loopOf(name: string, call: string, step: string): Loop {
  const arrays = ["highs", "lows", "closes", "candles"].filter((array) => call.includes(`${array}[`));
  const body = `// ${name}
    const { ${arrays.join(", ")} } = data;
    let last;
    for (let i = 0; i < data.bars; i++) { const value = ${call}; ${step} }
    return last;`;
  // eslint-disable-next-line typescript/no-implied-eval -- only new source gives a loop its own type feedback
  return new Function("stream", "data", "keep", body) as Loop;
}

function ourColumns({ indicator: name, params, outputs }: Task, data: BenchData): Float64Array[] {
  const indicator = indicators[name]!;
  const inputs = (indicator.spec.inputs as readonly string[]).map((input) => data.column(input));
  const result = indicator(...inputs, params) as unknown as Float64Array | Readonly<Record<string, Float64Array>>;
  return outputs.map((output) => (result instanceof Float64Array ? result : result[output]!));
}
