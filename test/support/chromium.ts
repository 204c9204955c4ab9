import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";

const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const FOLDERS = [...(process.env["PATH"] ?? "").split(":"), "/usr/bin", "/usr/local/bin", "/snap/bin"];

/** Path of a Chromium or Chrome on this machine; undefined without one, and tests that need it are skipped. */
export function chromiumPath(): string | undefined {
  const candidates = NAMES.flatMap((name) => FOLDERS.map((folder) => join(folder, name)));
  return candidates.find((path) => path.startsWith("/") && existsSync(path));
}

let shared: Promise<Browser> | undefined;

/** Browser shared by all page tests in this process. Each test file closes its own pages. */
export async function sharedChromium(executablePath: string): Promise<Browser> {
  const running = await shared;
  if (running?.isConnected() === true) return running;
  shared = launchChromium(executablePath);
  return shared;
}

/** Starts this machine's browser without background services. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    // Its signal handlers would end the process, in which other tests send signals.
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
