/** A metric with all its samples. Samples of a histogram keep the names that they have in the text. */
interface Family {
  readonly type: string;
  readonly samples: Map<string, number>;
}

const SAMPLE = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i;
const LABEL = /^([a-z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/i;

/**
 * Parses the Prometheus text format, and throws if a rule is broken: help and type come once and before the samples, samples of a metric
 * are together, each series is unique, and the buckets of a histogram rise up to its count.
 */
export function prometheusText(text: string): ReadonlyMap<string, Family> {
  if (!text.endsWith("\n")) throw new Error("the last line must end");
  const families = new Map<string, Family>();
  let name = "";
  let family: Family | undefined;
  for (const line of text.split("\n").filter((one) => one !== "")) {
    const header = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line);
    if (header !== null) {
      const [, what, of, value] = header as unknown as [string, string, string, string];
      if (what === "HELP") {
        if (families.has(of)) throw new Error(`${of} must occur once`);
        name = of;
        family = undefined;
      } else {
        if (of !== name) throw new Error(`the type of ${of} must follow its help`);
        family = { type: value, samples: new Map() };
        families.set(of, family);
      }
      continue;
    }
    const [, of, labels, value] = SAMPLE.exec(line) ?? [];
    if (of === undefined || family === undefined) throw new Error(`a sample must have a family: ${line}`);
    const suffix = of.startsWith(name) ? of.slice(name.length) : "?";
    const allowed = family.type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
    if (!allowed.includes(suffix)) throw new Error(`${of} must belong to ${name}`);
    const series = labels === undefined ? of : `${of}{${labelsOf(labels).join(",")}}`;
    const number = value === "+Inf" ? Infinity : Number(value);
    if (family.samples.has(series) || (Number.isNaN(number) && value !== "Nan" && value !== "NaN"))
      throw new Error(`a series must occur once, with a number: ${line}`);
    family.samples.set(series, number);
  }
  for (const [of, { type, samples }] of families) if (type === "histogram") checkBuckets(of, samples);
  return families;
}

/** Returns the labels of a sample, sorted by name. */
function labelsOf(text: string): readonly string[] {
  const labels: string[] = [];
  for (let rest = text; rest !== "";) {
    const found = LABEL.exec(rest);
    if (found === null) throw new Error(`labels must be written by the rules: ${text}`);
    labels.push(`${found[1]}="${found[2]}"`);
    rest = rest.slice(found[0].length);
  }
  return labels.toSorted();
}

function checkBuckets(of: string, samples: ReadonlyMap<string, number>): void {
  const last = new Map<string, { readonly bound: number; readonly count: number }>();
  for (const [series, count] of samples) {
    if (!series.startsWith(`${of}_bucket`)) continue;
    const [, bound] = /le="([^"]*)"/.exec(series)!;
    const others = series
      .replace(`${of}_bucket`, "")
      .replace(/le="[^"]*",?/, "")
      .replace(/,\}$/, "}")
      .replace("{}", "");
    const before = last.get(others) ?? { bound: -Infinity, count: 0 };
    const next = { bound: bound === "+Inf" ? Infinity : Number(bound), count };
    if (next.bound <= before.bound || count < before.count) throw new Error(`buckets must grow: ${series}`);
    last.set(others, next);
  }
  for (const [labels, { bound, count }] of last)
    if (bound !== Infinity || samples.get(`${of}_count${labels}`) !== count)
      throw new Error(`the last bucket must be the count: ${of}${labels}`);
}
