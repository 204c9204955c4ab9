import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";

const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const FOLDERS = [...(process.env["PATH"] ?? "").split(":"), "/usr/bin", "/usr/local/bin", "/snap/bin"];

/** Where this machine keeps a Chromium or Chrome; undefined where it has none, and tests that need one are skipped. */
export function chromiumPath(): string | undefined {
  const candidates = NAMES.flatMap((name) => FOLDERS.map((folder) => join(folder, name)));
  return candidates.find((path) => path.startsWith("/") && existsSync(path));
}

let shared: Promise<Browser> | undefined;

/** The browser for all tests of pages in this process, with which it ends. Each file of tests closes the pages that it opened. */
export async function sharedChromium(executablePath: string): Promise<Browser> {
  const running = await shared;
  if (running?.isConnected() === true) return running;
  shared = launchChromium(executablePath);
  return shared;
}

/** Starts the browser of this machine, silent and without services of its own. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    // Its handlers end the process, in which other tests send themselves signals.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    executablePath,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
