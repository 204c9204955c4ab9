import { indicators } from "hindcast/indicators";
import type { BenchData } from "./bench-data.ts";

/** An indicator of the catalog, with its inputs prepared for timing. */
export interface BenchIndicator {
  readonly outputs: number;
  /** Computes the indicator with new output columns. */
  readonly ours: () => unknown;
  /** Computes the indicator with existing output columns. */
  readonly into: () => unknown;
  /** Computes the indicator bar by bar with a stream. */
  readonly stream: () => unknown;
}

/**
 * Prepares an indicator for timing. With `extras`, only the extra outputs that it names are computed, else all. Throws for a name that is
 * not in the catalog.
 */
export function benchIndicator(
  name: string,
  data: BenchData,
  params: Readonly<Record<string, unknown>> = {},
  extras?: readonly string[],
): BenchIndicator {
  const indicator = indicators[name];
  if (indicator === undefined) throw new RangeError(`unknown indicator: ${name}`);
  const inputs = (indicator.spec.inputs as readonly string[]).map((input) => data.column(input));
  const outputs = indicator.spec.outputs as Readonly<Record<string, { readonly extra?: true }>>;
  const names = Object.keys(outputs).filter((output) => !outputs[output]!.extra || (extras?.includes(output) ?? true));
  const column = () => new Float64Array(data.bars);
  const columns = () =>
    names[0] === "value" ? column() : Object.fromEntries(names.map((output) => [output, column()]));
  const existing = columns();
  const prepared = indicator.of(params);
  const feed = feeder(name, inputs.length);
  return {
    outputs: names.length,
    ours: () => prepared(...inputs, columns()),
    into: () => prepared(...inputs, existing),
    stream: () => feed(indicator.stream(params), ...inputs),
  };
}

/** Compiles a separate loop for each indicator. V8 would not optimize one loop shared by all indicators for any of them. */
function feeder(name: string, inputs: number): (stream: unknown, ...columns: Float64Array[]) => unknown {
  const columns = Array.from({ length: inputs }, (_, i) => `c${i}`);
  const bar = columns.map((column) => `${column}[i]`).join(", ");
  const body = `// ${name}
    let last = NaN;
    for (let i = 0; i < c0.length; i++) last = stream.update(${bar});
    return last;`;
  // eslint-disable-next-line typescript/no-implied-eval -- only new source gives a loop its own type feedback
  return new Function("stream", ...columns, body) as ReturnType<typeof feeder>;
}
