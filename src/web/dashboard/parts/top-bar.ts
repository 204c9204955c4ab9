import { button, element } from "../../report/element.ts";
import { numberText, toneOf } from "../../report/number-text.ts";
import type { Connection } from "../data/dashboard-store.ts";
import { dateText, secondText, zoneName } from "../data/zone-text.ts";
import type { PageContext } from "./page-context.ts";
import type { SettingsDialog } from "./settings.ts";
import { recordingLabel, type ShownRecording } from "./shown-recording.ts";

const CONNECTIONS: Readonly<Record<Connection, string>> = {
  connecting: "Connecting",
  live: "Live",
  polling: "Polling",
  lost: "No answer",
  refused: "Key rejected",
};

/** Milliseconds between updates of the shown clock. */
const TICK_MS = 250;

/** The top bar of the dashboard: recording, clock, connection and account. */
export function topBar(
  { store }: PageContext,
  recording: ShownRecording,
  settings: SettingsDialog,
  help: HTMLDialogElement,
): HTMLElement {
  const clock = element("time", { class: "clock" });
  const status = element("span", { class: "status" });
  const connection = element("span", { class: "connection", role: "status" });
  const account = element("dl", { class: "account" });
  const helpButton = button("?", () => help.showModal(), { title: "Keys (?)", "aria-label": "Keys" });
  const settingsButton = button("Settings", () => settings.open());

  const tick = () => {
    const zone = store.zone.value;
    const { now } = store;
    if (Number.isNaN(now)) return;
    clock.dateTime = new Date(now).toISOString();
    clock.textContent = `${dateText(now, zone)} ${secondText(now, zone)} ${zoneName(now, zone)}`;
    clock.title = `${clock.dateTime.slice(0, 19).replace("T", " ")} UTC`;
  };
  setInterval(tick, TICK_MS);
  store.clock.show(tick);
  store.zone.show(tick);
  store.marketStatus.show((text) => {
    status.textContent = text;
    status.dataset["status"] = text;
  });
  store.connection.show((state) => {
    connection.textContent = CONNECTIONS[state];
    connection.dataset["state"] = state;
  });
  store.portfolio.show((portfolio) => {
    account.hidden = portfolio === undefined;
    if (portfolio === undefined) return;
    const { account: values, day_change, day_change_percent } = portfolio;
    const decimals = store.moneyDecimals();
    const change = `${signed(day_change, decimals)} (${signed(day_change_percent, 2)}%)`;
    account.replaceChildren(
      ...figure(`Equity, ${values.currency}`, numberText(values.equity, decimals)),
      ...figure("Day", change, toneOf(day_change)),
      ...figure("Buying power", numberText(values.buying_power, decimals)),
    );
  });
  return element(
    "header",
    { class: "top" },
    element("h1", {}, "Hindcast"),
    recordingLabel(recording),
    element("div", { class: "when" }, clock, status, connection),
    account,
    element("div", { class: "dialogs" }, settingsButton, helpButton),
  );
}

function figure(label: string, value: string, tone?: string): HTMLElement[] {
  return [element("div", {}, element("dt", {}, label), element("dd", { class: tone }, value))];
}

/** Formats a change of a price or amount with its sign. */
export function signed(value: number, decimals: number): string {
  const text = numberText(value, decimals);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}
