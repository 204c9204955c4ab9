import { spawn } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { RunResult } from "../engine/run-result.ts";
import { reportHtml } from "./html.ts";
import { reportPayload } from "./payload.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** What `openReport` did. */
export interface OpenedReport {
  /** The written page. */
  readonly file: string;
  /** Whether a browser was started. */
  readonly opened: boolean;
  /** Why no browser was started; empty if one was. */
  readonly reason: string;
}

/**
 * Writes the report page of a result and opens it in the browser. The file is `report.html` in a new temporary folder unless you name one.
 * In CI, without a terminal and without a display, it only writes the file.
 *
 * @example
 * const { file } = await openReport(backtest(strategy, data));
 */
export async function openReport(result: RunResult, file?: string): Promise<OpenedReport> {
  const html = reportHtml(reportPayload(result));
  const path = resolve(file ?? join(await temporaryFolder(), "report.html"));
  await writeFile(path, html);
  const reason = await openPage(path, process);
  return { file: path, opened: reason === "", reason };
}

/** Creates a folder for pages that the user did not ask to keep. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "hindcast-"));
}

/** Programs that open a file as a double click does, by platform. */
const OPENERS: Readonly<Record<string, string>> = { darwin: "open", win32: "explorer.exe" };
const OTHER_OPENER = "xdg-open";

/** Opens a page in the browser, without waiting for it. Returns why not; empty if the browser was started. */
export async function openPage(
  path: string,
  { stdout, stderr, env }: Terminal,
  platform: string = process.platform,
): Promise<string> {
  const opener = OPENERS[platform] ?? OTHER_OPENER;
  const { CI = "", DISPLAY = "", WAYLAND_DISPLAY = "" } = env;
  if (CI !== "" && CI !== "false") return "CI is set";
  if (stdout.isTTY !== true && stderr.isTTY !== true) return "there is no terminal";
  // Without a display, xdg-open would start a browser in the terminal.
  if (opener === OTHER_OPENER && DISPLAY === "" && WAYLAND_DISPLAY === "") return "there is no display";
  return new Promise((done) => {
    const child = spawn(opener, [resolve(path)], { detached: true, stdio: "ignore", env });
    child.once("error", (error: NodeJS.ErrnoException) =>
      done(error.code === "ENOENT" ? `${opener} was not found` : `${opener} failed: ${error.code}`),
    );
    child.once("spawn", () => {
      child.unref();
      done("");
    });
  });
}
