import { element } from "../../report/element.ts";
import { chartPanel } from "../chart/chart-panel.ts";
import { bookPanel } from "./book-panel.ts";
import { equityPanel } from "../chart/equity-panel.ts";
import { helpDialog } from "./help-dialog.ts";
import { logPanel } from "./log-panel.ts";
import { orderTicket } from "./order-ticket.ts";
import type { Place } from "./place.ts";
import { replayBar } from "./replay-bar.ts";
import { settingsDialog } from "./settings.ts";
import { shortcuts } from "./shortcuts.ts";
import type { ShownRecording } from "./shown-recording.ts";
import { topBar } from "./top-bar.ts";
import { watchlist } from "./watchlist.ts";

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
