import type { ReportPayload } from "../../report/payload.ts";
import { element } from "./element.ts";

/** What ran, with which parameters, on what and when. */
export function header(payload: ReportPayload): HTMLElement {
  const symbols = payload.symbols.map(({ symbol, name }) => (name === symbol ? symbol : `${symbol} (${name})`));
  const facts = [
    symbols.join(", "),
    payload.interval,
    `${payload.from} to ${payload.to}`,
    `${payload.bars} ${payload.bars === "1" ? "bar" : "bars"}`,
  ];
  return element(
    "header",
    { class: "header" },
    element("p", { class: "kind" }, element("b", {}, "Hindcast"), " backtest"),
    element(
      "div",
      { class: "title" },
      element("h1", {}, payload.strategy),
      element(
        "ul",
        { class: "params", "aria-label": "Parameters" },
        ...payload.params.map(({ label, text }) => element("li", {}, `${label} `, element("b", {}, text))),
      ),
    ),
    element("p", { class: "facts" }, ...facts.map((fact) => element("span", {}, fact))),
  );
}
