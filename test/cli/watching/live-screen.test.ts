import { expect, test } from "vitest";
import { LiveScreen } from "../../../src/cli/watching/screen-face.ts";

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

test("a picture is drawn over the one before, and not again while it is the same", () => {
  const { screen, taken } = screenWith();
  screen.open();
  // The screen beside the one that scrolls, and no cursor.
  expect(taken()).toBe("^?1049h^?25l");
  screen.draw(["a", "b"]);
  // From the corner, each line to its end, nothing below.
  expect(taken()).toBe("^?2026h^Ha^K\r\nb^K^J^?2026l");
  screen.draw(["a", "b"]);
  expect(taken()).toBe("");
  screen.forget();
  screen.draw(["a", "b"]);
  expect(taken()).not.toBe("");
});

test("the terminal is given back once, and only where it was taken", () => {
  const { screen, taken } = screenWith();
  screen.close();
  expect(taken()).toBe("");
  screen.open();
  screen.close();
  screen.close();
  screen.draw(["late"]);
  expect(taken()).toBe("^?1049h^?25l^?25h^?1049l");
});
