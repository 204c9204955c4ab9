import { metricOf } from "../../research/trials/trial-runner.ts";
import type { Overfitting } from "../../research/overfitting/overfitting.ts";
import { heatmapOf } from "../../research/sweep/heatmap.ts";
import type { TrialsResult } from "../../research/sweep/trials-result.ts";
import { formatByUnit, formatFraction } from "../../report/format.ts";
import { jsonNumber } from "../../report/json-number.ts";
import { overfittingPanel } from "../../report/research/overfitting-rows.ts";
import { ink } from "../../report/terminal/ink.ts";
import { textTable } from "../../report/terminal/text-table.ts";
import { hasColor, widthOf, type Terminal } from "../terminal.ts";
import { heatmapText } from "./heatmap-text.ts";
import { prose } from "./prose.ts";
import { type TableColumn, wrappedTable } from "./wrapped-table.ts";

/** What a table shows of each trial besides its objective. */
const SHOWN = ["total-return", "cagr", "sharpe", "max-drawdown", "trades"];

/** A measure, its value, and what that says. */
const MEANINGS: readonly TableColumn[] = [
  { heading: "" },
  { heading: "", align: "right" },
  { heading: "", wraps: true },
];

/** The best trials, how likely they were luck, and the picture of two parameters. */
export function trialsText(result: TrialsResult, top: number, { stdout, env }: Terminal): string {
  const pen = ink({ color: hasColor(stdout, env) });
  const { metric, direction } = result.objective;
  const names = [metric, ...SHOWN.filter((name) => name !== metric && result.metrics.includes(name))];
  const table = textTable(
    ["rank", ...result.params, ...names].map((heading) => ({ heading, align: "right" })),
    result
      .top(top)
      .map(({ rank, params, metrics }) => [
        String(rank),
        ...result.params.map((name) => shortNumber(params[name])),
        ...names.map((name) => formatByUnit(metricOf(name).unit, metrics[name] ?? NaN)),
      ]),
  );
  const count = result.length.toLocaleString("en");
  const blocks = [
    `${pen.strong(result.strategy)}: ${count} trials by ${direction} ${metric}`,
    [pen.faint(table[0]!), ...table.slice(1)].join("\n"),
    overfittingText(result.overfitting, { stdout }),
    picture(result),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

/** What must be known of the best of many, in sentences. */
function overfittingText(given: Overfitting, terminal: Pick<Terminal, "stdout">): string {
  const verdict = prose(overfittingPanel(given).verdict, terminal);
  if (given.trials < 2) return verdict;
  const share = (value: number) => formatFraction(jsonNumber(value));
  const rows = [
    [
      "  deflated Sharpe ratio",
      share(given.deflatedSharpe),
      "sure that it beats the best of so many without skill (0.95 is a find)",
    ],
    [
      "  chance of overfitting",
      share(given.pbo),
      "of the splits have the best of one half below the middle in the other",
    ],
    ["  loss out of sample", share(given.lossShare), "of the splits lose money in the other half"],
  ];
  const { stdout } = terminal;
  const width = stdout.isTTY === true ? widthOf(stdout) : undefined;
  const lines = wrappedTable(MEANINGS, rows, width);
  return [verdict, ...lines].join("\n");
}

function picture(result: TrialsResult): string {
  const wide = result.params.filter((name) => new Set(result.column(name)).size > 1);
  if (wide.length !== 2) return "";
  return heatmapText(heatmapOf(result, wide[0]!, wide[1]!));
}

function shortNumber(value: unknown): string {
  return typeof value === "number" ? String(Number(value.toPrecision(6))) : String(value);
}
