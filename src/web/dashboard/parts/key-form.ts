import { element } from "../../report/element.ts";
import { Refusal } from "../api/api.ts";
import type { ShownRecording } from "./shown-recording.ts";
import { recordingLabel } from "./shown-recording.ts";

/** Asks for an API key until one is taken. It is never put into an address or kept by the browser. */
export function keyForm(recording: ShownRecording, enter: (key: string) => Promise<void>): HTMLElement {
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
