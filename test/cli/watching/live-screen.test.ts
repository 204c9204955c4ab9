import { expect, test } from "vitest";
import { LiveScreen } from "../../../src/cli/watching/screen-view.ts";

function screenWith(): { readonly screen: LiveScreen; readonly taken: () => string } {
  let text = "";
  const screen = new LiveScreen({ write: (more) => (text += more) });
  return {
    screen,
    taken: () => {
      const now = text;
      text = "";
      return now.replaceAll("\u001B[", "^");
    },
  };
}

test("the screen of replay watch is redrawn in place, and only after a change", () => {
  const { screen, taken } = screenWith();
  screen.open();
  // The escape codes switch to the alternate screen and hide the cursor.
  expect(taken()).toBe("^?1049h^?25l");
  screen.draw(["a", "b"]);
  // The escape codes move to the top left, and clear the rest of each line and everything below.
  expect(taken()).toBe("^?2026h^Ha^K\r\nb^K^J^?2026l");
  screen.draw(["a", "b"]);
  expect(taken()).toBe("");
  screen.invalidate();
  screen.draw(["a", "b"]);
  expect(taken()).not.toBe("");
});

test("the screen of replay watch restores the terminal once, and only if it was opened", () => {
  const { screen, taken } = screenWith();
  screen.close();
  expect(taken()).toBe("");
  screen.open();
  screen.close();
  screen.close();
  screen.draw(["late"]);
  expect(taken()).toBe("^?1049h^?25l^?25h^?1049l");
});
