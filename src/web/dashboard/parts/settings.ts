import type { ServedKey } from "../../../schemas/key.ts";
import { button, element } from "../../report/element.ts";
import { numberText } from "../../report/number-text.ts";
import { type Api, RequestError } from "../api/api.ts";
import { scopesText, utcText, windowText } from "../data/key-text.ts";
import { apiKeys } from "./api-keys.ts";

/** A dialog that loads its content when it opens. */
export interface SettingsDialog {
  readonly element: HTMLDialogElement;
  open(): void;
}

/** Creates the settings dialog: the rights of the page's API key and, with the scope `admin`, all keys of the server. */
export function settingsDialog(api: Api): SettingsDialog {
  const { content, load } = settings(api);
  const close = button("Close", () => dialog.close(), { "aria-label": "Close settings" });
  const dialog: HTMLDialogElement = element(
    "dialog",
    { class: "settings", "aria-labelledby": "settings-title" },
    element("header", {}, element("h2", { id: "settings-title" }, "Settings"), close),
    content,
  );
  return {
    element: dialog,
    open() {
      dialog.showModal();
      void load();
    },
  };
}

/** The page for an API key that may manage keys but not read the market. */
export function settingsPage(api: Api): HTMLElement {
  const { content, load } = settings(api);
  void load();
  return element("main", { class: "settings" }, element("h1", {}, "Hindcast"), element("h2", {}, "Settings"), content);
}

function settings(api: Api) {
  const facts = element("dl", { class: "facts" });
  const problem = element("p", { class: "trouble", role: "alert" });
  const keys = apiKeys(api);
  const hint = element(
    "p",
    { class: "hint", hidden: true },
    "This key lacks the scope admin. A key with it can generate, rotate and revoke keys here.",
  );
  const content = element(
    "div",
    { class: "sections" },
    element("section", { "aria-labelledby": "this-key" }, element("h3", { id: "this-key" }, "This Key"), facts),
    element(
      "section",
      { "aria-labelledby": "all-keys" },
      element("h3", { id: "all-keys" }, "API Keys"),
      hint,
      keys.element,
    ),
    problem,
  );
  keys.element.hidden = true;
  const load = async (): Promise<void> => {
    try {
      problem.textContent = "";
      const key = await api.get<ServedKey>("/v2/trading/account/key");
      facts.replaceChildren(...keyFacts(key));
      const isAdmin = key.scopes.includes("admin");
      hint.hidden = isAdmin;
      keys.element.hidden = !isAdmin;
      if (isAdmin) await keys.load(key.id);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      problem.textContent = error.message;
    }
  };
  return { content, load };
}

function keyFacts(key: ServedKey): HTMLElement[] {
  const { name, id, tier, scopes, expires_at, usage, limits, window } = key;
  const resets = window.ends_at === null ? "" : `, until ${utcText(window.ends_at)}`;
  const rows = [
    ["Name", `${name} (${id})`],
    ["Tier", `${tier}, ${limits.stream ? "with" : "without"} the real-time stream`],
    ["Scopes", scopesText(scopes)],
    ["Requests this hour", windowText(key) + resets],
    ["Requests in all", numberText(usage.requests_total, 0)],
    ["Expires", expires_at === null ? "Never" : utcText(expires_at)],
  ] as const;
  return rows.map(([term, text]) => element("div", {}, element("dt", {}, term), element("dd", {}, text)));
}
