import { indicators } from "hindcast/indicators";
import type { BenchData } from "./bench-data.ts";

/** An indicator of the catalogue ready to be timed, its inputs made. */
export interface BenchIndicator {
  readonly outputs: number;
  /** New columns. */
  readonly ours: () => unknown;
  /** Columns that are given. */
  readonly into: () => unknown;
  /** Bar by bar. */
  readonly stream: () => unknown;
}

/** Without extra outputs that are not among `asked`. Throws for a name that the catalogue does not have. */
export function benchIndicator(
  name: string,
  data: BenchData,
  params: Readonly<Record<string, unknown>> = {},
  asked?: readonly string[],
): BenchIndicator {
  const indicator = indicators[name];
  if (indicator === undefined) throw new RangeError(`indicator must be one of the catalogue, was ${name}`);
  const inputs = (indicator.spec.inputs as readonly string[]).map((input) => data.column(input));
  const outputs = indicator.spec.outputs as Readonly<Record<string, { readonly extra?: true }>>;
  const names = Object.keys(outputs).filter((output) => !outputs[output]!.extra || (asked?.includes(output) ?? true));
  const column = () => new Float64Array(data.bars);
  const columns = () =>
    names[0] === "value" ? column() : Object.fromEntries(names.map((output) => [output, column()]));
  const given = columns();
  const prepared = indicator.of(params);
  const feed = feeder(name, inputs.length);
  return {
    outputs: names.length,
    ours: () => prepared(...inputs, columns()),
    into: () => prepared(...inputs, given),
    stream: () => feed(indicator.stream(params), ...inputs),
  };
}

/** A loop of its own for each indicator: one loop for all of them would be slow because it sees them all. */
function feeder(name: string, inputs: number): (stream: unknown, ...columns: Float64Array[]) => unknown {
  const columns = Array.from({ length: inputs }, (_, i) => `c${i}`);
  const bar = columns.map((column) => `${column}[i]`).join(", ");
  const body = `// ${name}
    let last = NaN;
    for (let i = 0; i < c0.length; i++) last = stream.update(${bar});
    return last;`;
  // eslint-disable-next-line typescript/no-implied-eval -- only new source gives a loop feedback of its own
  return new Function("stream", ...columns, body) as ReturnType<typeof feeder>;
}
