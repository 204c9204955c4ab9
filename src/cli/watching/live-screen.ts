import { drawOn, type Output } from "../terminal.ts";

const ESC = "\u001B[";
/** The screen beside the one that scrolls, without a cursor; and back. */
const ENTER = `${ESC}?1049h${ESC}?25l`;
const LEAVE = `${ESC}?25h${ESC}?1049l`;
/** Terminals that know these show all between them at once. */
const FRAME = { begin: `${ESC}?2026h`, end: `${ESC}?2026l` } as const;

/** Text that is drawn over itself on a terminal, on a screen of its own, so that what stood there before comes back. */
export class LiveScreen {
  readonly #output: Output;
  #open = false;
  #drawn = "";

  constructor(output: Output) {
    this.#output = output;
  }

  open(): void {
    if (this.#open) return;
    this.#open = true;
    this.#drawn = "";
    drawOn(this.#output, ENTER);
  }

  /** Draws lines, none wider than the terminal: each over what stood in its place, so that nothing flickers. Nothing where nothing changed. */
  draw(lines: readonly string[]): void {
    const text = lines.map((line) => `${line}${ESC}K`).join("\r\n");
    if (!this.#open || text === this.#drawn) return;
    this.#drawn = text;
    drawOn(this.#output, `${FRAME.begin}${ESC}H${text}${ESC}J${FRAME.end}`);
  }

  /** Draws the next time whatever was drawn: the terminal has another size. */
  forget(): void {
    this.#drawn = "";
  }

  /** Gives the terminal back as it was. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    drawOn(this.#output, LEAVE);
  }
}
