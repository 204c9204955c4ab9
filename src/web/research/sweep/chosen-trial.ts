import type { ParamColumn, SweepPayload } from "../../../report/research/sweep-payload.ts";
import { element, namedRow, table } from "../../report/element.ts";
import { choiceText, unitText } from "../page/unit-text.ts";
import type { Selection } from "./selection.ts";
import { mainMetrics, type Trials } from "./trials.ts";

type Choice = ParamColumn["choices"][number];

/** What a shell hands on as it stands. */
const PLAIN = /^[\w.,+=-]+$/;

/** The options with which the command line repeats a trial: its parameters, and its seed, without which what it drew would differ. */
export function runFlags(params: readonly (readonly [name: string, value: Choice])[], seed: number): string {
  const flags = params.map(([name, value]) => `--param ${quoted(`${name}=${value}`)}`);
  return [...flags, `--seed ${seed}`].join(" ");
}

function quoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** The trial that is looked at, the best at first, beside what must be known of the best of many. */
export function bestBesideLuck({ panel }: SweepPayload, trials: Trials, selection: Selection): HTMLElement {
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
  const luck = element(
    "section",
    { class: panel.holds ? "luck holds" : "luck", "aria-labelledby": "section-luck" },
    element("h2", { id: "section-luck" }, "Was it luck?"),
    element("p", { class: "verdict" }, panel.verdict),
    table("facts-table", [], rows),
  );
  return element("div", { class: "beside" }, chosen, luck);
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
