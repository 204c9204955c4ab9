import { element } from "../../report/element.ts";

const KEYS: readonly (readonly [key: string, meaning: string])[] = [
  ["Space", "play or pause"],
  ["→", "on to the close of the next bar"],
  ["Shift →", "on by a minute"],
  ["/", "search a symbol"],
  ["j, k", "next and previous symbol"],
  ["b, s", "buy or sell: to the order ticket"],
  ["e", "change the newest open order"],
  ["?", "this list"],
  ["Esc", "out of a field, or of this list"],
];

/** The keys that do something anywhere on the page. */
export function helpDialog(): HTMLDialogElement {
  const rows = KEYS.flatMap(([key, meaning]) => [
    element("dt", {}, element("kbd", {}, key)),
    element("dd", {}, meaning),
  ]);
  const close = element("button", { class: "primary" }, "Close");
  const form = element("form", { method: "dialog" }, close);
  return element(
    "dialog",
    { class: "help", "aria-label": "Keys" },
    element("h2", {}, "Keys"),
    element("dl", {}, ...rows),
    form,
  );
}
