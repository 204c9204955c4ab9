import type { StreamMessage } from "../../schemas/stream-message.ts";
import { drawOn, hasColor, type Output, type Terminal, widthOf } from "../../report/terminal/terminal.ts";
import { changeText } from "./change-text.ts";
import { marketScreen } from "./market-screen.ts";
import type { Watched, WatchView } from "./watch-view.ts";

/** Milliseconds between two frames of the screen, and between two quotes of a symbol. Faster changes cannot be read. */
const FRAME_MS = 100;
const NEWS_LINES = 3;
const DEFAULT_HEIGHT = 24;
/** Types of messages that change the screen even without a line of text. */
const ALWAYS_SHOWN: ReadonlySet<StreamMessage["type"]> = new Set(["quote", "clock"]);

/** Creates a screen of the market that is updated in place. The last state stays visible when the command ends. */
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
    // A message of a snapshot repeats a state, so it gets no line of text.
    const isShown = ALWAYS_SHOWN.has(message.type) || ("snapshot" in message && message.snapshot);
    const text = isNews && !isShown ? changeText(message, this.#watched.market) : undefined;
    if (text === undefined) return;
    this.#news.push(`${message.timestamp.slice(0, 19).replace("T", " ")} ${text}`);
    if (this.#news.length > NEWS_LINES) this.#news.shift();
  }

  /** Does nothing, since the next frame shows the account. */
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

  /** Opens the screen when there is something to show. */
  #open(): void {
    if (this.#timer !== undefined || this.#isOver) return;
    for (const [name, listener] of this.#listeners) process.on(name, listener);
    this.#screen.open();
    this.#timer = setInterval(() => this.#draw(), FRAME_MS);
  }

  #draw(): void {
    this.#screen.draw(this.#lines());
  }

  /** Listeners for resizing, suspending and resuming the terminal, and for exiting after an error. */
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
/** Escape codes that switch to the terminal's alternate screen and hide the cursor. */
const ENTER_SCREEN = `${ESC}?1049h${ESC}?25l`;
const LEAVE_SCREEN = `${ESC}?25h${ESC}?1049l`;
/** Escape codes around a frame. Terminals that support synchronized output show the frame at once. */
const FRAME = { begin: `${ESC}?2026h`, end: `${ESC}?2026l` } as const;

/** Draws text on the terminal's alternate screen, so that the previous content returns when the screen is closed. */
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

  /** Draws lines over the previous frame without flicker. No line may be wider than the terminal. An unchanged frame is not drawn. */
  draw(lines: readonly string[]): void {
    const text = lines.map((line) => `${line}${ESC}K`).join("\r\n");
    if (!this.#open || text === this.#drawn) return;
    this.#drawn = text;
    drawOn(this.#output, `${FRAME.begin}${ESC}H${text}${ESC}J${FRAME.end}`);
  }

  /** Makes the next call of `draw` draw even an unchanged frame, for example after resizing. */
  invalidate(): void {
    this.#drawn = "";
  }

  /** Returns to the terminal's normal screen and shows the cursor. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    drawOn(this.#output, LEAVE_SCREEN);
  }
}
