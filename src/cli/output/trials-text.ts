import { counted } from "../../primitives/words.ts";
import { metricOf } from "../../research/trials/trial-runner.ts";
import type { Overfitting } from "../../research/overfitting/overfitting.ts";
import { heatmapOf } from "../../research/sweep/heatmap.ts";
import type { RankedTrial, TrialsResult } from "../../research/sweep/trials-result.ts";
import { formatByUnit, formatFraction } from "../../report/format.ts";
import { jsonNumber } from "../../report/json-number.ts";
import { missingObjective } from "../../report/research/missing-objective.ts";
import { overfittingPanel } from "../../report/research/overfitting-rows.ts";
import { ink } from "../../report/terminal/ink.ts";
import type { FittedColumn } from "../../report/terminal/fitted-table.ts";
import { foldedTable } from "../../report/terminal/folded-table.ts";
import { hasColor, widthOf, type Terminal } from "../terminal.ts";
import { heatmapText } from "./heatmap-text.ts";
import { prose } from "./prose.ts";
import { type TableColumn, wrappedTable } from "./wrapped-table.ts";

/** What a table shows of each trial besides its objective, and what leaves a narrow one first: the highest number. */
const SHOWN: Readonly<Record<string, number>> = { "total-return": 0, cagr: 4, sharpe: 3, "max-drawdown": 1, trades: 2 };

/** A parameter of one value says nothing of the trials. */
const SAME = 5;

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
  const width = stdout.isTTY === true ? widthOf(stdout) : Infinity;
  const tables = foldedTable(columnsOf(result), result.top(top), width, pen);
  const blocks = [
    `${pen.strong(result.strategy)}: ${counted(result.length, "trial")} by ${direction} ${metric}`,
    ...tables.map(({ heading, lines }) => [...heading, ...lines].join("\n")),
    ...missingObjective(result).map((warning) => prose(`warning: ${warning}`, { stdout }, "  ")),
    overfittingText(result.overfitting, { stdout }),
    picture(result, width),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function columnsOf(result: TrialsResult): readonly FittedColumn<RankedTrial>[] {
  const { metric } = result.objective;
  const decimals = result.currencyDecimals;
  const right = { align: "right", leaves: 0 } as const;
  const metrics = [metric, ...Object.keys(SHOWN).filter((name) => name !== metric && result.metrics.includes(name))];
  return [
    { ...right, heading: "rank", cell: ({ rank }) => String(rank) },
    ...result.params.map((name, i) => ({
      ...right,
      heading: result.paramColumns[i]!,
      leaves: new Set(result.column(result.paramColumns[i]!)).size > 1 ? 0 : SAME,
      cell: ({ params }: RankedTrial) => shortNumber(params[name]),
    })),
    ...metrics.map((name) => ({
      ...right,
      heading: name,
      leaves: name === metric ? 0 : SHOWN[name]!,
      cell: ({ metrics: values }: RankedTrial) => formatByUnit(metricOf(name).unit, values[name] ?? NaN, decimals),
    })),
  ];
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

function picture(result: TrialsResult, width: number): string {
  const wide = result.params.filter((_, i) => new Set(result.column(result.paramColumns[i]!)).size > 1);
  if (wide.length !== 2) return "";
  return heatmapText(heatmapOf(result, wide[0]!, wide[1]!), width);
}

function shortNumber(value: unknown): string {
  return typeof value === "number" ? String(Number(value.toPrecision(6))) : String(value);
}
