import "./dashboard.css";
import type { ServedKey } from "../../schemas/key.ts";
import { element } from "../report/element.ts";
import { Api, RequestError } from "./api/api.ts";
import { Feed } from "./api/feed.ts";
import * as load from "./api/load.ts";
import { DashboardStore } from "./data/dashboard-store.ts";
import { intervalsOf } from "./data/instrument.ts";
import { page } from "./parts/page.ts";
import { settingsPage } from "./parts/settings.ts";
import { recordingLabel, shownRecording, type ShownRecording } from "./parts/shown-recording.ts";

start(document.body);

/** Asks for an API key, and shows the market once the server accepts the key. The page stores it nowhere. */
function start(body: HTMLElement): void {
  const recording = shownRecording(body);
  const form = keyForm(recording, async (key) => {
    const api = new Api(key);
    const { scopes } = await api.get<ServedKey>("/v2/trading/account/key");
    if (!scopes.includes("market_data:read") && scopes.includes("admin")) {
      form.replaceWith(settingsPage(api));
      return;
    }
    const store = new DashboardStore(recording.currencyDecimals, scopes, recording.extended);
    await load.loadClock(api, store);
    await load.loadInstruments(api, store);
    await Promise.all([load.loadReplay(api, store), load.loadQuotes(api, store), loadTrading(api, store)]);
    const feed = new Feed(api, store);
    form.replaceWith(page({ api, store, feed }, recording));
    const first = store.instruments.value[0];
    if (first !== undefined) feed.show(first, intervalsOf(first, store.extended)[0]!);
  });
  body.append(form);
}

/** Loads the account if the key may read it. */
async function loadTrading(api: Api, store: DashboardStore): Promise<void> {
  if (!store.hasScope("trading:read")) return;
  try {
    await load.loadEquity(api, store);
    await Promise.all([load.loadPortfolio(api, store), load.loadOrders(api, store), load.loadFills(api, store)]);
  } catch (error) {
    if (!(error instanceof RequestError && error.status === 403)) throw error;
  }
}

/** Form that asks for an API key until the server accepts one. The key is never put into a URL or saved by the browser. */
function keyForm(recording: ShownRecording, enter: (key: string) => Promise<void>): HTMLElement {
  const field = element("input", {
    id: "api-key",
    type: "password",
    autocomplete: "off",
    spellcheck: "false",
    required: true,
    placeholder: "hc_…",
  });
  const button = element("button", { class: "primary" }, "Open the market");
  const problem = element("p", { class: "trouble", role: "alert" });
  const form = element(
    "form",
    { class: "key-form" },
    element("h1", {}, "Hindcast"),
    recordingLabel(recording),
    element("label", { for: "api-key" }, "API key"),
    field,
    button,
    problem,
    element(
      "p",
      { class: "hint" },
      "The key is kept in this page only, until it is closed. hindcast serve prints keys when it starts; a key with the scope admin can generate more under Settings.",
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    problem.textContent = "";
    button.disabled = true;
    enter(field.value.trim())
      .catch((error: unknown) => {
        if (!(error instanceof RequestError)) throw error;
        problem.textContent = error.status === 401 ? "The server rejected this key." : error.message;
      })
      .finally(() => (button.disabled = false));
  });
  return element("main", { class: "entrance" }, form);
}
