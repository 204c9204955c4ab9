import type { ParamColumn, SweepPayload } from "../../../report/research/sweep-payload.ts";
import { element, namedRow, table } from "../../report/element.ts";
import { choiceText, unitText } from "../page/unit-text.ts";
import type { Selection } from "./selection.ts";
import { mainMetrics, type Trials } from "./trials.ts";

type Choice = ParamColumn["choices"][number];

/** Text that needs no quotes in a shell. */
const UNQUOTED = /^[\w.,+=-]+$/;

/** Returns the command-line options that repeat a trial: its parameters and its seed, which determines random numbers. */
export function runFlags(params: readonly (readonly [name: string, value: Choice])[], seed: number): string {
  const flags = params.map(([name, value]) => `--param ${quote(`${name}=${value}`)}`);
  return [...flags, `--seed ${seed}`].join(" ");
}

function quote(word: string): string {
  return UNQUOTED.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Creates the details of the chosen trial, which is the best one at first, next to the measures of overfitting. */
export function bestTrialAndOverfitting({ panel }: SweepPayload, trials: Trials, selection: Selection): HTMLElement {
  const chosen = element("div", { class: "chosen" });
  const show = () => chosen.replaceChildren(...chosenParts(trials, selection.chosen));
  selection.onChange(show);
  show();
  const rows = panel.rows.map(({ label, text, meaning }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, label, element("small", {}, meaning ?? "")),
      element("td", {}, text),
    ),
  );
  const overfitting = element(
    "section",
    { class: panel.holds ? "luck holds" : "luck", "aria-labelledby": "section-luck" },
    element("h2", { id: "section-luck" }, "Overfitting"),
    element("p", { class: "verdict" }, panel.verdict),
    table("facts-table", [], rows),
  );
  return element("div", { class: "beside" }, chosen, overfitting);
}

function chosenParts(trials: Trials, trial: number): HTMLElement[] {
  const rank = trials.ranks[trial]! + 1;
  const params = trials.axes.map(({ name, choices, places }) => [name, choices[places[trial]!]!] as const);
  const row = (label: string, text: string) => namedRow(label, [element("td", {}, text)]);
  const flags = runFlags(params, trials.seeds[trial]!);
  return [
    element("h2", {}, rank === 1 ? "The best trial" : `The trial of rank ${rank}`),
    table(
      "facts-table",
      [],
      [
        ...params.map(([name, value]) => row(name, choiceText(value))),
        ...mainMetrics(trials).map((metric) => row(metric.title, unitText(metric, metric.values[trial]!))),
      ],
    ),
    element("p", { class: "aside flags" }, "Run this trial with ", element("code", {}, flags)),
  ];
}
