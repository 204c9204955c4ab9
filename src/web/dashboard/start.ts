import type { ServedKey } from "../../schemas/key.ts";
import { Api, Refusal } from "./api/api.ts";
import { Feed } from "./api/feed.ts";
import * as load from "./api/load.ts";
import { Desk } from "./data/desk.ts";
import { intervalsOf } from "./data/instrument.ts";
import { keyForm } from "./parts/key-form.ts";
import { page } from "./parts/page.ts";
import { settingsPage } from "./parts/settings.ts";
import { shownRecording } from "./parts/shown-recording.ts";

/** Asks for a key and, once the server takes it, shows the market. Without the page the key is gone. */
export function start(body: HTMLElement): void {
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
