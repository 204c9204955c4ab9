import { button, element } from "../../report/element.ts";
import { numberText, toneOf } from "../../report/number-text.ts";
import type { Connection } from "../data/desk.ts";
import { dateText, secondText, zoneName } from "../data/zone-text.ts";
import type { Place } from "./place.ts";
import type { SettingsDialog } from "./settings.ts";
import { recordingLabel, type ShownRecording } from "./shown-recording.ts";

const CONNECTIONS: Readonly<Record<Connection, string>> = {
  connecting: "Connecting",
  live: "Live",
  polling: "Asking now and then",
  lost: "No answer",
  refused: "Key rejected",
};

/** Milliseconds between two pictures of the clock. */
const TICK_MS = 250;

/** What is replayed, what time it is there, and what the account is worth. */
export function topBar(
  { desk }: Place,
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
    const zone = desk.zone.value;
    const { now } = desk;
    if (Number.isNaN(now)) return;
    clock.dateTime = new Date(now).toISOString();
    clock.textContent = `${dateText(now, zone)} ${secondText(now, zone)} ${zoneName(now, zone)}`;
    clock.title = `${clock.dateTime.slice(0, 19).replace("T", " ")} UTC`;
  };
  setInterval(tick, TICK_MS);
  desk.clock.show(tick);
  desk.zone.show(tick);
  desk.marketStatus.show((text) => {
    status.textContent = text;
    status.dataset["status"] = text;
  });
  desk.connection.show((state) => {
    connection.textContent = CONNECTIONS[state];
    connection.dataset["state"] = state;
  });
  desk.portfolio.show((portfolio) => {
    account.hidden = portfolio === undefined;
    if (portfolio === undefined) return;
    const { account: mine, day_change, day_change_percent } = portfolio;
    const decimals = desk.moneyDecimals();
    const change = `${signed(day_change, decimals)} (${signed(day_change_percent, 2)}%)`;
    account.replaceChildren(
      ...figure(`Equity, ${mine.currency}`, numberText(mine.equity, decimals)),
      ...figure("Day", change, toneOf(day_change)),
      ...figure("Buying power", numberText(mine.buying_power, decimals)),
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

/** A change with its sign. */
export function signed(value: number, decimals: number): string {
  const text = numberText(value, decimals);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}
