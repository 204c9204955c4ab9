import "./dashboard.css";
import type { ServedKey } from "../../schemas/key.ts";
import { element } from "../report/element.ts";
import { Api, Refusal } from "./api/api.ts";
import { Feed } from "./api/feed.ts";
import * as load from "./api/load.ts";
import { Desk } from "./data/desk.ts";
import { intervalsOf } from "./data/instrument.ts";
import { page } from "./parts/page.ts";
import { settingsPage } from "./parts/settings.ts";
import { recordingLabel, shownRecording, type ShownRecording } from "./parts/shown-recording.ts";

start(document.body);

/** Asks for a key and, once the server takes it, shows the market. Without the page the key is gone. */
function start(body: HTMLElement): void {
  const recording = shownRecording(body);
  const form = keyForm(recording, async (key) => {
    const api = new Api(key);
    const { scopes } = await api.get<ServedKey>("/v2/trading/account/key");
    if (!scopes.includes("market_data:read") && scopes.includes("admin")) {
      form.replaceWith(settingsPage(api));
      return;
    }
    const desk = new Desk(recording.currencyDecimals, scopes);
    await load.loadClock(api, desk);
    await load.loadInstruments(api, desk);
    await Promise.all([load.loadReplay(api, desk), load.loadQuotes(api, desk), loadTrading(api, desk)]);
    const feed = new Feed(api, desk);
    form.replaceWith(page({ api, desk, feed }, recording));
    const first = desk.instruments.value[0];
    if (first !== undefined) feed.show(first, intervalsOf(first)[0]!);
  });
  body.append(form);
}

/** The account, where the key may see one. */
async function loadTrading(api: Api, desk: Desk): Promise<void> {
  if (!desk.may("trading:read")) return;
  try {
    await load.loadEquity(api, desk);
    await Promise.all([load.loadPortfolio(api, desk), load.loadOrders(api, desk), load.loadFills(api, desk)]);
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 403)) throw error;
  }
}

/** Asks for an API key until one is taken. It is never put into an address or kept by the browser. */
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
  const trouble = element("p", { class: "trouble", role: "alert" });
  const form = element(
    "form",
    { class: "key-form" },
    element("h1", {}, "Hindcast"),
    recordingLabel(recording),
    element("label", { for: "api-key" }, "API key"),
    field,
    button,
    trouble,
    element(
      "p",
      { class: "hint" },
      "The key stays in this page and is forgotten with it. hindcast serve prints keys when it starts; a key with the scope admin can generate more under Settings.",
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    trouble.textContent = "";
    button.disabled = true;
    enter(field.value.trim())
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        trouble.textContent = error.status === 401 ? "The server does not take this key." : error.message;
      })
      .finally(() => (button.disabled = false));
  });
  return element("main", { class: "entrance" }, form);
}
