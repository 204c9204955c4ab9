import type { StreamMessage } from "../../schemas/stream-message.ts";
import { drawOn, hasColor, type Output, type Terminal, widthOf } from "../terminal.ts";
import { changeText } from "./change-text.ts";
import { marketScreen } from "./market-screen.ts";
import type { Watched, WatchFace } from "./watch-face.ts";

/** Milliseconds between two pictures, and between two quotes of a symbol: more than anybody reads. */
const FRAME_MS = 100;
const NEWS_LINES = 3;
const LINES = 24;
/** The picture itself shows these. */
const SHOWN: ReadonlySet<StreamMessage["type"]> = new Set(["quote", "clock"]);

/** A picture of the market that is drawn over itself; the last one stays when it is over. */
export function screenFace(watched: Watched, terminal: Terminal): WatchFace {
  return new ScreenFace(watched, terminal);
}

class ScreenFace implements WatchFace {
  readonly conflateMs = FRAME_MS;
  readonly readsAccount = "as it moves";
  readonly #watched: Watched;
  readonly #terminal: Terminal;
  readonly #screen: LiveScreen;
  readonly #news: string[] = [];
  #trouble: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(watched: Watched, terminal: Terminal) {
    this.#watched = watched;
    this.#terminal = terminal;
    this.#screen = new LiveScreen(terminal.stdout);
  }

  told(message: StreamMessage, isNews: boolean): void {
    this.#open();
    // What stood there before is no news.
    const isShown = SHOWN.has(message.type) || ("snapshot" in message && message.snapshot);
    const text = isNews && !isShown ? changeText(message, this.#watched.market) : undefined;
    if (text === undefined) return;
    this.#news.push(`${message.timestamp.slice(0, 19).replace("T", " ")} ${text}`);
    if (this.#news.length > NEWS_LINES) this.#news.shift();
  }

  /** The next picture shows it. */
  accountRead(): void {}

  trouble(text: string | undefined): void {
    this.#trouble = text;
  }

  close(): void {
    if (this.#timer === undefined || this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#timer);
    for (const [name, listener] of this.#listeners) process.off(name, listener);
    this.#screen.close();
    this.#terminal.stdout.write(`${this.#picture().join("\n")}\n`);
  }

  /** A terminal is taken when there is something to show on it. */
  #open(): void {
    if (this.#timer !== undefined || this.#isOver) return;
    for (const [name, listener] of this.#listeners) process.on(name, listener);
    this.#screen.open();
    this.#timer = setInterval(() => this.#draw(), FRAME_MS);
  }

  #draw(): void {
    this.#screen.draw(this.#picture());
  }

  /** The terminal has another size, is left for a while, is back, or is left for good by a fault. */
  readonly #listeners: readonly (readonly [NodeJS.Signals | "exit", () => void])[] = [
    ["SIGWINCH", () => this.#drawAgain()],
    ["SIGTSTP", () => this.#suspend()],
    ["SIGCONT", () => this.#drawAgain()],
    ["exit", () => this.#screen.close()],
  ];

  #drawAgain(): void {
    this.#screen.open();
    this.#screen.forget();
    this.#draw();
  }

  #suspend(): void {
    this.#screen.close();
    process.kill(process.pid, "SIGSTOP");
  }

  #picture(): readonly string[] {
    const { stdout, env } = this.#terminal;
    const { market, symbols, session } = this.#watched;
    const canvas = { width: widthOf(stdout), height: stdout.rows ?? LINES, color: hasColor(stdout, env) };
    return marketScreen(market, { symbols, session, news: this.#news, trouble: this.#trouble }, canvas);
  }
}

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
