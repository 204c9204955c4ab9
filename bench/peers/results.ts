import type { Cell, Row } from "./comparison.ts";

/** What stands above the tables. */
export interface Circumstances {
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

/** The tables of all questions as a page. */
export function resultsPage(
  circumstances: Circumstances,
  questions: readonly { readonly title: string; readonly text: string; readonly rows: readonly Row[] }[],
): string {
  const { command, date, machine, node, hindcast, bars, rounds, versions, absent } = circumstances;
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
    "# Hindcast beside its peers",
    "Each number is how often another library's time holds ours: 3.0 took three times as long as we did, 0.5 half as long. All libraries of a line took turns in one process, each " +
      "from the input that it takes itself, for the same outputs. Their values were held against ours before the clock counted: a library with other values is not counted, and a letter " +
      "leads to the difference. Absolute times depend on the machine and what else it does, ratios less. This page is written by the command below.",
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
  const ratio = (cell: Cell) => (cell.agreement.equal ? shown(cell.ratio) : "");
  const text = (cell: Cell | undefined) => (cell === undefined ? "" : `${ratio(cell)} ${letter(cell)}`.trim());
  const body = rows.map(({ name, ours, cells }) => [
    name,
    shown(ours),
    ...packages.map((one) => text(cells.find((cell) => cell.package === one))),
  ]);
  const counted = rows.flatMap(({ cells }) => cells.filter(({ agreement }) => agreement.equal));
  const medians = packages.map((one) => {
    const ratios = counted.filter((cell) => cell.package === one).map((cell) => cell.ratio);
    return ratios.length === 0 ? "" : shown(median(ratios));
  });
  const table = lines(
    ["", "hindcast, ns a bar", ...packages],
    rows.length > 3 ? [...body, ["median", "", ...medians]] : body,
  );
  return notes.length === 0 ? [table] : [table, notes.map(noted).join("\n")];
}

function noted(note: string, place: number): string {
  return `- ${String.fromCharCode(97 + place)}: ${note}.`;
}

function lines(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function shown(value: number): string {
  return value < 10 ? value.toFixed(value < 1 ? 2 : 1) : value.toFixed(0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
