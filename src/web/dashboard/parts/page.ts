import { element } from "../../report/element.ts";
import { chartPanel } from "../chart/chart-panel.ts";
import { bookPanel } from "./book-panel.ts";
import { equityPanel } from "../chart/equity-panel.ts";
import { logPanel } from "./log-panel.ts";
import { orderTicket } from "./order-ticket.ts";
import type { PageContext } from "./page-context.ts";
import { replayBar } from "./replay-bar.ts";
import { settingsDialog } from "./settings.ts";
import { shortcuts } from "./shortcuts.ts";
import type { ShownRecording } from "./shown-recording.ts";
import { topBar } from "./top-bar.ts";
import { watchlist } from "./watchlist.ts";

const KEYS: readonly (readonly [key: string, meaning: string])[] = [
  ["Space", "play or pause"],
  ["→", "advance to the close of the next bar"],
  ["Shift →", "advance by a minute"],
  ["/", "search a symbol"],
  ["j, k", "next and previous symbol"],
  ["b, s", "open the order ticket to buy or sell"],
  ["e", "change the newest open order"],
  ["?", "this list"],
  ["Esc", "leave a field, or close this list"],
];

/** Dialog that lists the keyboard shortcuts of the dashboard. */
function helpDialog(): HTMLDialogElement {
  const rows = KEYS.flatMap(([key, meaning]) => [
    element("dt", {}, element("kbd", {}, key)),
    element("dd", {}, meaning),
  ]);
  const close = element("button", { class: "primary" }, "Close");
  const form = element("form", { method: "dialog" }, close);
  return element(
    "dialog",
    { class: "help", "aria-label": "Keys" },
    element("h2", {}, "Keys"),
    element("dl", {}, ...rows),
    form,
  );
}

/** Creates all parts of the dashboard. */
export function page(context: PageContext, recording: ShownRecording): HTMLElement {
  const help = helpDialog();
  const settings = settingsDialog(context.api);
  const replay = replayBar(context);
  const watch = watchlist(context);
  const ticket = orderTicket(context);
  const book = bookPanel(context);
  shortcuts({ replay, watch, ticket, book, help });
  return element(
    "main",
    { class: "dashboard" },
    topBar(context, recording, settings, help),
    replay.element,
    watch.element,
    chartPanel(context),
    ticket.element,
    equityPanel(context),
    book.element,
    logPanel(context),
    footer(),
    settings.element,
    help,
  );
}

/** Footer with the credit that the chart library requires. */
function footer(): HTMLElement {
  const link = element(
    "a",
    { href: "https://www.tradingview.com/", target: "_blank", rel: "noreferrer" },
    "TradingView",
  );
  return element("footer", { class: "credits" }, "Charts: ", link, " Lightweight Charts™, © TradingView, Inc.");
}
