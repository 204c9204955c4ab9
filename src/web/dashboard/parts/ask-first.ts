import { element } from "../../report/element.ts";

/** Asks the user to confirm an action that cannot be undone. */
export function askFirst(text: string, yes: string): Promise<boolean> {
  const dialog = element(
    "dialog",
    { class: "ask", "aria-label": text },
    element("p", {}, text),
    element(
      "form",
      { method: "dialog" },
      element("button", { value: "no" }, "Stay"),
      element("button", { value: "yes", class: "primary" }, yes),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}
