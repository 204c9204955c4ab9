import type { ReportPayload } from "../../report/payload.ts";
import { element } from "./element.ts";

/** Where the data come from, what identifies the run, and whose charts these are. */
export function footer(payload: ReportPayload): HTMLElement {
  const marks: [string, string, string][] = [
    ["Fingerprint", payload.fingerprint, "Of data, settings, strategy source, params and engine version"],
    ["Fill hash", payload.fillHash, "Of all fills in order: equal hashes mean equal fills"],
    ["Engine", `Hindcast ${payload.engineVersion}`, "The version that made this result"],
  ];
  const notes = [...payload.notes, ...(payload.zone === "" ? [] : [`Times are those of ${payload.zone}.`])];
  return element(
    "footer",
    { class: "footer" },
    ...notes.map((note) => element("p", {}, note)),
    element(
      "dl",
      {},
      ...marks.flatMap(([term, text, meaning]) => [
        element("dt", { title: meaning }, term),
        element("dd", {}, element("code", {}, text)),
      ]),
    ),
    element(
      "p",
      {},
      "Charts: TradingView Lightweight Charts™, copyright TradingView, Inc., ",
      element(
        "a",
        { href: "https://www.tradingview.com/", rel: "noopener noreferrer", target: "_blank" },
        "tradingview.com",
      ),
      ", Apache-2.0.",
    ),
  );
}
