import { element } from "../../report/element.ts";

/** A choice among a few words, under a name. */
export function picker(
  label: string,
  choices: readonly { readonly value: string; readonly text: string }[],
  chosen: string,
  choose: (value: string) => void,
): { readonly element: HTMLElement; readonly select: HTMLSelectElement } {
  const select = element(
    "select",
    { "aria-label": label },
    ...choices.map(({ value, text }) => element("option", { value, selected: value === chosen }, text)),
  );
  select.addEventListener("change", () => choose(select.value));
  return { element: element("label", { class: "picker" }, element("span", {}, label), select), select };
}
