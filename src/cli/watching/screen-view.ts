import type { StreamMessage } from "../../schemas/stream-message.ts";
import { drawOn, hasColor, type Output, type Terminal, widthOf } from "../terminal.ts";
import { changeText } from "./change-text.ts";
import { marketScreen } from "./market-screen.ts";
import type { Watched, WatchView } from "./watch-view.ts";

/** Milliseconds between two frames, and between two quotes of a symbol: faster changes cannot be read. */
const FRAME_MS = 100;
const NEWS_LINES = 3;
const DEFAULT_HEIGHT = 24;
/** Messages that the screen shows as part of the market. */
const ALWAYS_SHOWN: ReadonlySet<StreamMessage["type"]> = new Set(["quote", "clock"]);

/** A screen of the market that updates in place; the last state remains when it ends. */
export function screenView(watched: Watched, terminal: Terminal): WatchView {
  return new ScreenView(watched, terminal);
}

class ScreenView implements WatchView {
  readonly conflateMs = FRAME_MS;
  readonly readsAccount = "as it moves";
  readonly #watched: Watched;
  readonly #terminal: Terminal;
  readonly #screen: LiveScreen;
  readonly #news: string[] = [];
  #problem: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(watched: Watched, terminal: Terminal) {
    this.#watched = watched;
    this.#terminal = terminal;
    this.#screen = new LiveScreen(terminal.stdout);
  }

  handle(message: StreamMessage, isNews: boolean): void {
    this.#open();
    // A snapshot is not news.
    const isShown = ALWAYS_SHOWN.has(message.type) || ("snapshot" in message && message.snapshot);
    const text = isNews && !isShown ? changeText(message, this.#watched.market) : undefined;
    if (text === undefined) return;
    this.#news.push(`${message.timestamp.slice(0, 19).replace("T", " ")} ${text}`);
    if (this.#news.length > NEWS_LINES) this.#news.shift();
  }

  /** Does nothing: the next frame shows the account. */
  accountUpdated(): void {}

  showProblem(text: string | undefined): void {
    this.#problem = text;
  }

  close(): void {
    if (this.#timer === undefined || this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#timer);
    for (const [name, listener] of this.#listeners) process.off(name, listener);
    this.#screen.close();
    this.#terminal.stdout.write(`${this.#lines().join("\n")}\n`);
  }

  /** Opens the screen; called when there is something to show. */
  #open(): void {
    if (this.#timer !== undefined || this.#isOver) return;
    for (const [name, listener] of this.#listeners) process.on(name, listener);
    this.#screen.open();
    this.#timer = setInterval(() => this.#draw(), FRAME_MS);
  }

  #draw(): void {
    this.#screen.draw(this.#lines());
  }

  /** Handles resizing, suspending and resuming, and exiting after an error. */
  readonly #listeners: readonly (readonly [NodeJS.Signals | "exit", () => void])[] = [
    ["SIGWINCH", () => this.#redraw()],
    ["SIGTSTP", () => this.#suspend()],
    ["SIGCONT", () => this.#redraw()],
    ["exit", () => this.#screen.close()],
  ];

  #redraw(): void {
    this.#screen.open();
    this.#screen.invalidate();
    this.#draw();
  }

  #suspend(): void {
    this.#screen.close();
    process.kill(process.pid, "SIGSTOP");
  }

  #lines(): readonly string[] {
    const { stdout, env } = this.#terminal;
    const { market, symbols, session } = this.#watched;
    const canvas = { width: widthOf(stdout), height: stdout.rows ?? DEFAULT_HEIGHT, color: hasColor(stdout, env) };
    return marketScreen(market, { symbols, session, news: this.#news, problem: this.#problem }, canvas);
  }
}

const ESC = "\u001B[";
/** Switches to the terminal's alternate screen and hides the cursor, and back. */
const ENTER_SCREEN = `${ESC}?1049h${ESC}?25l`;
const LEAVE_SCREEN = `${ESC}?25h${ESC}?1049l`;
/** Synchronized output: terminals that support it show a frame at once. */
const FRAME = { begin: `${ESC}?2026h`, end: `${ESC}?2026l` } as const;

/** Draws text in place on the terminal's alternate screen, so that the previous content returns afterwards. */
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
    drawOn(this.#output, ENTER_SCREEN);
  }

  /** Draws lines over the previous ones without flicker; none may be wider than the terminal. Unchanged lines are not drawn. */
  draw(lines: readonly string[]): void {
    const text = lines.map((line) => `${line}${ESC}K`).join("\r\n");
    if (!this.#open || text === this.#drawn) return;
    this.#drawn = text;
    drawOn(this.#output, `${FRAME.begin}${ESC}H${text}${ESC}J${FRAME.end}`);
  }

  /** Forces the next drawing, for example after resizing. */
  invalidate(): void {
    this.#drawn = "";
  }

  /** Restores the terminal. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    drawOn(this.#output, LEAVE_SCREEN);
  }
}
