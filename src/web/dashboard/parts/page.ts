import { element } from "../../report/element.ts";
import { chartPanel } from "../chart/chart-panel.ts";
import { bookPanel } from "./book-panel.ts";
import { equityPanel } from "../chart/equity-panel.ts";
import { logPanel } from "./log-panel.ts";
import { orderTicket } from "./order-ticket.ts";
import type { Place } from "./place.ts";
import { replayBar } from "./replay-bar.ts";
import { settingsDialog } from "./settings.ts";
import { shortcuts } from "./shortcuts.ts";
import type { ShownRecording } from "./shown-recording.ts";
import { topBar } from "./top-bar.ts";
import { watchlist } from "./watchlist.ts";

const KEYS: readonly (readonly [key: string, meaning: string])[] = [
  ["Space", "play or pause"],
  ["→", "on to the close of the next bar"],
  ["Shift →", "on by a minute"],
  ["/", "search a symbol"],
  ["j, k", "next and previous symbol"],
  ["b, s", "buy or sell: to the order ticket"],
  ["e", "change the newest open order"],
  ["?", "this list"],
  ["Esc", "out of a field, or of this list"],
];

/** The keys that do something anywhere on the page. */
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

/** The whole page of a market. */
export function page(place: Place, recording: ShownRecording): HTMLElement {
  const help = helpDialog();
  const settings = settingsDialog(place.api);
  const replay = replayBar(place);
  const watch = watchlist(place);
  const ticket = orderTicket(place);
  const book = bookPanel(place);
  shortcuts({ replay, watch, ticket, book, help });
  return element(
    "main",
    { class: "desk" },
    topBar(place, recording, settings, help),
    replay.element,
    watch.element,
    chartPanel(place),
    ticket.element,
    equityPanel(place),
    book.element,
    logPanel(place),
    footer(),
    settings.element,
    help,
  );
}

/** What the makers of the charts ask for: their name and the way to them. */
function footer(): HTMLElement {
  const link = element(
    "a",
    { href: "https://www.tradingview.com/", target: "_blank", rel: "noreferrer" },
    "TradingView",
  );
  return element("footer", { class: "credits" }, "Charts: ", link, " Lightweight Charts™, © TradingView, Inc.");
}
