import type { Cell, Row } from "./comparison.ts";

/** Facts above the tables. */
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
    ["command", `\`${command}\``],
    ["date", date],
    ["machine", machine],
    ["Node", node],
    ["hindcast", hindcast],
    ["bars", bars.toLocaleString("en")],
    ["rounds", `${rounds}, medians`],
    ...Object.entries(versions),
    ...absent.map(({ package: name, reason }) => [name, `not measured: ${reason}`] as const),
  ];
  return [
    "# Comparison with other libraries",
    "Each number is the time of another library divided by Hindcast's: 3.0 means three times as long, 0.5 half as long. All libraries of a row took turns in one process, each " +
      "with its own input format, for the same outputs. Their values were compared before timing. A library with other values has no number, and a letter " +
      "refers to the difference. Absolute times depend on the machine and its load, ratios less. The command below writes this page.",
    lines(["", ""], facts),
    ...questions.flatMap(({ title, text, rows }) => [`## ${title}`, text, ...tableOf(rows)]),
  ]
    .join("\n\n")
    .concat("\n");
}

function tableOf(rows: readonly Row[]): string[] {
  const packages = [...new Set(rows.flatMap(({ cells }) => cells.map((cell) => cell.package)))];
  const notes = [...new Set(rows.flatMap(({ cells }) => cells.flatMap(({ differs }) => differs ?? [])))];
  const letter = ({ differs }: Cell) => (differs === undefined ? "" : String.fromCharCode(97 + notes.indexOf(differs)));
  const ratio = (cell: Cell) => (cell.agreement.equal ? formatted(cell.ratio) : "");
  const text = (cell: Cell | undefined) => (cell === undefined ? "" : `${ratio(cell)} ${letter(cell)}`.trim());
  const body = rows.map(({ name, ours, cells }) => [
    name,
    formatted(ours),
    ...packages.map((name) => text(cells.find((cell) => cell.package === name))),
  ]);
  const counted = rows.flatMap(({ cells }) => cells.filter(({ agreement }) => agreement.equal));
  const medians = packages.map((name) => {
    const ratios = counted.filter((cell) => cell.package === name).map((cell) => cell.ratio);
    return ratios.length === 0 ? "" : formatted(median(ratios));
  });
  const table = lines(
    ["", "hindcast, ns a bar", ...packages],
    rows.length > 3 ? [...body, ["median", "", ...medians]] : body,
  );
  return notes.length === 0 ? [table] : [table, notes.map(noteLine).join("\n")];
}

function noteLine(note: string, index: number): string {
  return `- ${String.fromCharCode(97 + index)}: ${note}.`;
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
