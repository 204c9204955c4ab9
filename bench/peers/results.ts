import type { Cell, Row } from "./comparison.ts";

/** Facts about the measurement, which the page shows above its tables. */
export interface RunFacts {
  readonly command: string;
  readonly date: string;
  readonly machine: string;
  readonly node: string;
  readonly hindcast: string;
  readonly bars: number;
  readonly rounds: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly absent: readonly { readonly package: string; readonly reason: string }[];
}

/** Renders the results of all questions as a Markdown page. */
export function resultsPage(
  runFacts: RunFacts,
  questions: readonly { readonly title: string; readonly text: string; readonly rows: readonly Row[] }[],
): string {
  const { command, date, machine, node, hindcast, bars, rounds, versions, absent } = runFacts;
  const facts = [
    ["command that wrote this page", `\`${command}\``],
    ["date of the measurement", date],
    ["machine of the measurement", machine],
    ["version of Node", node],
    ["version of Hindcast", hindcast],
    ["bars in each column", bars.toLocaleString("en")],
    ["measured rounds", `${rounds}, of which the median counts`],
    ...Object.entries(versions).map(([name, version]) => [`version of ${name}`, version] as const),
    ...absent.map(({ package: name, reason }) => [name, `not measured: ${reason}`] as const),
  ];
  return [
    "# Comparison with other libraries",
    "The columns of other libraries state their time divided by Hindcast's: 3.0 times is three times as long, 0.5 times half as long. All libraries took turns in one process. Each " +
      "used its own input format and computed the same outputs. Values were compared before timing. A library with other values has no number, and a list below the table states " +
      "the difference. Absolute times depend on the machine and its load, ratios less. `npm run bench:peers` writes this page.",
    lines(["fact", "value"], facts),
    ...questions.flatMap(({ title, text, rows }) => [`## ${title}`, text, ...tableOf(rows)]),
  ]
    .join("\n\n")
    .concat("\n");
}

function tableOf(rows: readonly Row[]): string[] {
  const packages = [...new Set(rows.flatMap(({ cells }) => cells.map((cell) => cell.package)))];
  const text = (cell: Cell | undefined) =>
    cell === undefined ? "not measured" : cell.agreement.equal ? `${formatted(cell.ratio)} times` : "other values";
  const body = rows.map(({ name, ours, cells }) => [
    name,
    `${formatted(ours)} ns`,
    ...packages.map((name) => text(cells.find((cell) => cell.package === name))),
  ]);
  const counted = rows.flatMap(({ cells }) => cells.filter(({ agreement }) => agreement.equal));
  const medians = packages.map((name) => {
    const ratios = counted.filter((cell) => cell.package === name).map((cell) => cell.ratio);
    return ratios.length === 0 ? "not measured" : `${formatted(median(ratios))} times`;
  });
  const table = lines(
    ["task", "Hindcast, time a bar", ...packages],
    rows.length > 3 ? [...body, ["median of all tasks", "not computed", ...medians]] : body,
  );
  const notes = notesOf(rows);
  return notes.length === 0 ? [table] : [table, notes.join("\n")];
}

/** Lists the reasons why libraries return other values than Hindcast, one for each task. */
function notesOf(rows: readonly Row[]): string[] {
  return rows.flatMap(({ name, cells }) => {
    const reasons = [...new Set(cells.flatMap(({ differs }) => differs ?? []))];
    return reasons.map((reason) => {
      const packages = cells.filter(({ differs }) => differs === reason).map((cell) => cell.package);
      return `- Other values of \`${name}\` in ${packages.join(", ")}: ${reason}.`;
    });
  });
}

function lines(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function formatted(value: number): string {
  return value < 10 ? value.toFixed(value < 1 ? 2 : 1) : value.toFixed(0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
