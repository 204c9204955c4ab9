import type { SweepPayload } from "../../../report/research/sweep-payload.ts";
import { element } from "../../report/element.ts";
import { labelledTable } from "../../report/labelled-table.ts";
import { section } from "../../report/section.ts";
import { closing, opening } from "../page/frame.ts";
import { bestBesideLuck } from "./chosen-trial.ts";
import { heatmap } from "./heatmap.ts";
import { parallel } from "./parallel.ts";
import { Selection } from "./selection.ts";
import { trialsOf } from "./trials.ts";
import { trialsTable } from "./trials-table.ts";

/** The page of a sweep or a search. */
export function sweepPage(payload: SweepPayload): readonly HTMLElement[] {
  const trials = trialsOf(payload);
  const selection = new Selection(trials.length);
  const wide = trials.axes.filter(({ choices }) => choices.length > 1);
  const alike =
    payload.alike.length > 0 ? [section("The same in all trials", "alike", labelledTable(payload.alike))] : [];
  return [
    ...opening(payload),
    bestBesideLuck(payload, trials, selection),
    ...(wide.length > 1 ? [heatmap(trials, selection)] : []),
    ...(trials.length > 1 ? [parallel(trials, selection)] : []),
    trialsTable(trials, selection, payload.trials),
    element(
      "div",
      { class: "two" },
      section("Settings and conventions", "settings", labelledTable(payload.settings)),
      ...alike,
    ),
    ...closing(payload, false),
  ];
}
