import type { IssuedKey, NewKeyBody, ServedKey } from "../../../schemas/key.ts";
import { DEFAULT_SCOPES, type Scope, SCOPES } from "../../../schemas/scope.ts";
import { TIER_NAMES, TIERS, type Tier, UNLIMITED } from "../../../schemas/tier.ts";
import { button, element } from "../../report/element.ts";
import { numberText } from "../../report/number-text.ts";
import { addressOf, type Api, RequestError } from "../api/api.ts";
import { expiryOf, GRACE_PERIODS, type Lifetime, LIFETIMES, SCOPE_TEXTS } from "../data/key-text.ts";

/** Shows a form for a new API key, generates the key and shows its text once. Returns the key's name; undefined if the user cancels. */
export async function generateKey(api: Api): Promise<string | undefined> {
  const name = element("input", { id: "key-name", required: true, maxlength: 100, autocomplete: "off" });
  const tier = select(
    "key-tier",
    TIER_NAMES.map((each) => [each, tierText(each)]),
    "pro",
  );
  const lifetime = select(
    "key-expiry",
    LIFETIMES.map((each) => [each.name, each.title]),
    "never",
  );
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const date = element("input", { id: "key-date", type: "date", min: tomorrow, value: tomorrow });
  const dateField = field("Last day", date);
  dateField.hidden = true;
  lifetime.addEventListener("change", () => (dateField.hidden = lifetime.value !== "on"));
  const boxes = SCOPES.map((scope) => scopeBox(scope));
  const scopes = element(
    "fieldset",
    { id: "key-scopes" },
    element("legend", {}, "Scopes"),
    ...boxes.map(({ label }) => label),
  );
  const fields = { name, tier, scopes, expires_at: lifetime };
  const issued = await submitDialog(
    "Generate New Key",
    "Generate",
    [field("Name: what the key is for", name), field("Tier", tier), scopes, field("Expires", lifetime), dateField],
    fields,
    () => {
      const expiresAt = expiryOf(lifetime.value as Lifetime, date.value, Date.now());
      const body: NewKeyBody = {
        name: name.value.trim(),
        tier: tier.value as Tier,
        scopes: boxes.filter(({ box }) => box.checked).map(({ scope }) => scope),
        ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
      };
      return api.post<IssuedKey>("/_admin/keys", body);
    },
  );
  if (issued === undefined) return undefined;
  await showOnce("Key Generated", issued);
  return issued.key.name;
}

/** Asks when the old API key ends, rotates it and shows the text of the new key once. Returns false if the user cancels. */
export async function rotateKey(api: Api, { id, name }: ServedKey, own: boolean): Promise<boolean> {
  const grace = select(
    "key-grace",
    GRACE_PERIODS.map(({ seconds, title }) => [String(seconds), title]),
    "0",
  );
  const about = "The new key has the same name, tier, scopes and accounts.";
  const page = own ? " This page uses the old key: open it again with the new one." : "";
  const issued = await submitDialog(
    `Rotate ${name}`,
    "Rotate",
    [element("p", {}, about + page), field("The old key ends", grace)],
    { grace_seconds: grace },
    () => api.post<IssuedKey>(`/_admin/keys/${id}/rotate`, { grace_seconds: Number(grace.value) }),
  );
  if (issued === undefined) return false;
  await showOnce("Key Rotated", issued);
  return true;
}

/** Shows a form in a dialog until the user submits or cancels it. Errors of the server are shown at the fields that they name. */
function submitDialog<Answer>(
  title: string,
  submitText: string,
  parts: readonly HTMLElement[],
  fields: Readonly<Record<string, HTMLElement>>,
  send: () => Promise<Answer>,
): Promise<Answer | undefined> {
  const cancel = button("Cancel", () => dialog.close());
  const submit = element("button", { class: "primary" }, submitText);
  const problem = element("p", { class: "trouble", role: "alert" });
  const form = element("form", {}, ...parts, problem, element("div", { class: "ends" }, cancel, submit));
  const dialog = openDialog(title, form);
  let answer: Answer | undefined;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit.disabled = true;
    problem.textContent = "";
    for (const each of Object.values(fields)) each.removeAttribute("aria-invalid");
    send()
      .then((taken) => {
        answer = taken;
        dialog.close();
      })
      .catch((error: unknown) => {
        if (!(error instanceof RequestError)) throw error;
        const errors = error.details.errors ?? [];
        const wrong = errors.flatMap(({ parameter }) => fields[parameter] ?? []);
        for (const each of wrong) each.setAttribute("aria-invalid", "true");
        wrong[0]?.focus();
        problem.textContent =
          errors.length === 0
            ? error.message
            : errors.map(({ parameter, reason }) => `${parameter.replace("_", " ")} ${reason}`).join("; ");
      })
      .finally(() => (submit.disabled = false));
  });
  return whenClosed(dialog).then(() => answer);
}

/** Shows the text of an API key, which cannot be shown again. */
async function showOnce(title: string, { key, api_key }: IssuedKey): Promise<void> {
  const text = element("input", { id: "issued-key", readonly: true, spellcheck: "false" });
  text.value = api_key;
  const copy = button("Copy", () => void copyText(text).then((message) => (status.textContent = message)), {
    class: "primary",
  });
  const status = element("p", { class: "news", role: "status" });
  const done = button("Done", () => dialog.close());
  const address = addressOf("/v2/trading/account/key").href;
  const dialog = openDialog(
    title,
    element("p", { class: "warning" }, "Copy the key now. It is not shown again."),
    element("label", { class: "field", for: text.id }, element("span", {}, `API key ${key.name}`)),
    element("div", { class: "copying" }, text, copy),
    status,
    element("p", { class: "hint" }, "Send the key with each request:"),
    element("code", {}, `curl -H "Authorization: Bearer $HINDCAST_KEY" ${address}`),
    element("div", { class: "ends" }, done),
  );
  text.addEventListener("focus", () => text.select());
  copy.focus();
  await whenClosed(dialog);
  text.value = "";
}

/** Copies the text of a field. Without TLS browsers offer no clipboard, so the text is selected instead. */
async function copyText(input: HTMLInputElement): Promise<string> {
  try {
    await navigator.clipboard.writeText(input.value);
    return "Copied.";
  } catch {
    input.focus();
    input.select();
    return "The browser does not let this page copy. Press Ctrl+C or Cmd+C.";
  }
}

function openDialog(title: string, ...children: readonly HTMLElement[]): HTMLDialogElement {
  const heading = element("h2", { id: "key-dialog-title" }, title);
  const dialog = element("dialog", { class: "key-dialog", "aria-labelledby": heading.id }, heading, ...children);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Resolves when the user closes a dialog, and removes the dialog. */
function whenClosed(dialog: HTMLDialogElement): Promise<void> {
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve();
    });
  });
}

function field(label: string, control: HTMLElement): HTMLElement {
  return element("label", { class: "field", for: control.id }, element("span", {}, label), control);
}

function select(id: string, options: readonly (readonly [string, string])[], chosen: string): HTMLSelectElement {
  const newSelect = element("select", { id }, ...options.map(([value, text]) => element("option", { value }, text)));
  newSelect.value = chosen;
  return newSelect;
}

function scopeBox(scope: Scope) {
  const box = element("input", { type: "checkbox", checked: DEFAULT_SCOPES.includes(scope) });
  const label = element("label", { class: "check" }, box, element("code", {}, scope), ` ${SCOPE_TEXTS[scope]}`);
  return { scope, box, label };
}

function tierText(tier: Tier): string {
  const { requestsPerHour, stream } = TIERS[tier];
  const requests = requestsPerHour === UNLIMITED ? "no limit" : `${numberText(requestsPerHour, 0)} requests an hour`;
  return `${tier}: ${requests}, ${stream ? "stream" : "no stream"}`;
}
