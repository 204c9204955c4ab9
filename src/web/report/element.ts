type Child = Node | string;

/** Attributes by name; what is undefined or false is left out, true stands without a value. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Makes an element of HTML. Text is put in as text, never parsed: names and notes of a report are the user's own.
 *
 * @example
 * element("p", { class: "note" }, "read ", element("b", {}, "twice"));
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}
