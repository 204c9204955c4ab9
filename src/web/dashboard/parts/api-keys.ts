import type { Keys, ServedKey } from "../../../schemas/key.ts";
import { button, element, scroller } from "../../report/element.ts";
import { numberText } from "../../report/number-text.ts";
import { type Api, RequestError } from "../api/api.ts";
import { scopesText, statusText, utcText, windowText } from "../data/key-text.ts";
import { askFirst } from "./ask-first.ts";
import { generateKey, rotateKey } from "./key-dialogs.ts";

/** The list of the server's API keys in the settings. */
export interface ApiKeys {
  readonly element: HTMLElement;
  /** Loads the API keys; `ownId` is the id of the key that the page itself uses. */
  load(ownId: string): Promise<void>;
}

const HEADINGS = ["Key", "Tier", "Scopes", "Status", "Last used", "Requests", ""];

/** Creates the list of the server's API keys, with buttons to generate, rotate and revoke them. The page's key needs the scope `admin`. */
export function apiKeys(api: Api): ApiKeys {
  let keys: readonly ServedKey[] = [];
  let ownId = "";
  const generate = button("Generate New Key", () => void runAction(generateAndReport), { class: "primary" });
  const showEnded = element("input", { type: "checkbox", id: "ended-keys" });
  const notice = element("p", { class: "news", role: "status" });
  const problem = element("p", { class: "trouble", role: "alert" });
  const body = element("tbody");
  const table = element(
    "table",
    { class: "keys" },
    element("thead", {}, element("tr", {}, ...HEADINGS.map((title) => element("th", { scope: "col" }, title)))),
    body,
  );

  const show = () => {
    const hadFocus = body.contains(document.activeElement);
    const shown = keys.filter(({ status }) => showEnded.checked || status === "active").toReversed();
    body.replaceChildren(...shown.map((key) => row(key, key.id === ownId, rotate, revoke)));
    // The pressed button was removed with its row, so the focus needs another place.
    if (hadFocus) generate.focus();
  };
  const load = async (id: string) => {
    ownId = id;
    ({ keys } = await api.get<Keys>("/_admin/keys"));
    show();
  };
  /** Runs an action on an API key, reports its result and reloads the list. */
  const runAction = async (work: () => Promise<string | undefined>) => {
    notice.textContent = "";
    problem.textContent = "";
    try {
      const done = await work();
      if (done === undefined) return;
      notice.textContent = done;
      await load(ownId);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      problem.textContent =
        error.status === 401 ? "This page's own key has ended. Open the page again." : error.message;
    }
  };
  const rotate = (key: ServedKey) =>
    runAction(async () => ((await rotateKey(api, key, key.id === ownId)) ? `${key.name} was rotated.` : undefined));
  const revoke = (key: ServedKey) =>
    runAction(async () => {
      const hint = key.id === ownId ? " This page uses the key, so open the page again with another one." : "";
      if (!(await askFirst(`Revoke ${key.name}? Its next request is rejected.${hint}`, "Revoke"))) return undefined;
      await api.delete(`/_admin/keys/${key.id}`);
      return `${key.name} was revoked.`;
    });
  const generateAndReport = async () => {
    const newName = await generateKey(api);
    return newName === undefined ? undefined : `${newName} was generated.`;
  };
  showEnded.addEventListener("change", show);

  return {
    element: element(
      "div",
      { class: "api-keys" },
      element(
        "div",
        { class: "tools" },
        generate,
        element("label", { class: "check", for: "ended-keys" }, showEnded, "Show expired and revoked keys"),
      ),
      notice,
      problem,
      scroller("API keys", table),
    ),
    load,
  };
}

type KeyAction = (key: ServedKey) => Promise<void>;

function row(key: ServedKey, isOwn: boolean, rotate: KeyAction, revoke: KeyAction): HTMLElement {
  const { id, name, tier, scopes, status, created_at, replaced_by, usage } = key;
  const about = element("span", { class: "about" }, `${id}, created ${created_at.slice(0, 10)}`);
  const title = element("th", { scope: "row" }, name, ...(isOwn ? [" ", element("em", {}, "this page")] : []), about);
  const cell = (label: string, text: string, tone?: string) =>
    element("td", { "data-label": label, class: tone }, text);
  const actions = element("td", { class: "acts" });
  if (status === "active") {
    if (replaced_by === null)
      actions.append(button("Rotate", () => void rotate(key), { "aria-label": `Rotate ${name}` }));
    // A key cannot revoke itself, so its own row has no such button.
    if (!isOwn) actions.append(button("Revoke", () => void revoke(key), { "aria-label": `Revoke ${name}` }));
  }
  const requests = `${windowText(key)} this hour, ${numberText(usage.requests_total, 0)} in all`;
  return element(
    "tr",
    { "data-key": id },
    title,
    cell("Tier", tier),
    cell("Scopes", scopesText(scopes)),
    cell("Status", statusText(key), status === "active" ? undefined : "ended"),
    cell("Last used", usage.last_used_at === null ? "Never" : utcText(usage.last_used_at)),
    cell("Requests", requests),
    actions,
  );
}
