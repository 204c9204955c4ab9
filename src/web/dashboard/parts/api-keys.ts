import type { Keys, ServedKey } from "../../../schemas/key.ts";
import { button, element, scroller } from "../../report/element.ts";
import { numberText } from "../../report/number-text.ts";
import { type Api, Refusal } from "../api/api.ts";
import { scopesText, statusText, utcText, windowText } from "../data/key-text.ts";
import { askFirst } from "./ask-first.ts";
import { generateKey, rotateKey } from "./key-dialogs.ts";

/** The keys of the server. */
export interface ApiKeys {
  readonly element: HTMLElement;
  /** Asks for the keys; `own` is the id of the one that the page uses. */
  load(own: string): Promise<void>;
}

const HEADINGS = ["Key", "Tier", "Scopes", "Status", "Last used", "Requests", ""];

/** Lists the keys of the server, generates new ones, rotates and revokes them. Needs the scope `admin`. */
export function apiKeys(api: Api): ApiKeys {
  let keys: readonly ServedKey[] = [];
  let ownId = "";
  const generate = button("Generate New Key", () => void act(generated), { class: "primary" });
  const ended = element("input", { type: "checkbox", id: "ended-keys" });
  const news = element("p", { class: "news", role: "status" });
  const trouble = element("p", { class: "trouble", role: "alert" });
  const body = element("tbody");
  const table = element(
    "table",
    { class: "keys" },
    element("thead", {}, element("tr", {}, ...HEADINGS.map((title) => element("th", { scope: "col" }, title)))),
    body,
  );

  const show = () => {
    const hadFocus = body.contains(document.activeElement);
    const shown = keys.filter(({ status }) => ended.checked || status === "active").toReversed();
    body.replaceChildren(...shown.map((key) => row(key, key.id === ownId, rotate, revoke)));
    // The button that was pressed is gone with its row.
    if (hadFocus) generate.focus();
  };
  const load = async (own: string) => {
    ownId = own;
    ({ keys } = await api.get<Keys>("/_admin/keys"));
    show();
  };
  /** Does something with a key, says that it is done and asks for the keys again. */
  const act = async (work: () => Promise<string | undefined>) => {
    news.textContent = "";
    trouble.textContent = "";
    try {
      const done = await work();
      if (done === undefined) return;
      news.textContent = done;
      await load(ownId);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      trouble.textContent =
        error.status === 401 ? "This page's own key has ended. Open the page again." : error.message;
    }
  };
  const rotate = (key: ServedKey) =>
    act(async () => ((await rotateKey(api, key, key.id === ownId)) ? `${key.name} was rotated.` : undefined));
  const revoke = (key: ServedKey) =>
    act(async () => {
      const own = key.id === ownId ? " This page uses it and must be opened again with another key." : "";
      if (!(await askFirst(`Revoke ${key.name}? Its next request is rejected.${own}`, "Revoke"))) return undefined;
      await api.delete(`/_admin/keys/${key.id}`);
      return `${key.name} was revoked.`;
    });
  const generated = async () => {
    const made = await generateKey(api);
    return made === undefined ? undefined : `${made} was generated.`;
  };
  ended.addEventListener("change", show);

  return {
    element: element(
      "div",
      { class: "api-keys" },
      element(
        "div",
        { class: "tools" },
        generate,
        element("label", { class: "check", for: "ended-keys" }, ended, "Show expired and revoked keys"),
      ),
      news,
      trouble,
      scroller("API keys", table),
    ),
    load,
  };
}

type Act = (key: ServedKey) => Promise<void>;

function row(key: ServedKey, own: boolean, rotate: Act, revoke: Act): HTMLElement {
  const { id, name, tier, scopes, status, created_at, replaced_by, usage } = key;
  const about = element("span", { class: "about" }, `${id}, created ${created_at.slice(0, 10)}`);
  const title = element("th", { scope: "row" }, name, ...(own ? [" ", element("em", {}, "this page")] : []), about);
  const cell = (label: string, text: string, tone?: string) =>
    element("td", { "data-label": label, class: tone }, text);
  const acts = element("td", { class: "acts" });
  if (status === "active") {
    if (replaced_by === null) acts.append(button("Rotate", () => void rotate(key), { "aria-label": `Rotate ${name}` }));
    // The server refuses to let a key revoke itself.
    if (!own) acts.append(button("Revoke", () => void revoke(key), { "aria-label": `Revoke ${name}` }));
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
    acts,
  );
}
