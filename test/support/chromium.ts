import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";

const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const FOLDERS = [...(process.env["PATH"] ?? "").split(":"), "/usr/bin", "/usr/local/bin", "/snap/bin"];

/** Returns the path of a Chromium or Chrome on this machine; undefined without one. Tests that need a browser are then skipped. */
export function chromiumPath(): string | undefined {
  const candidates = NAMES.flatMap((name) => FOLDERS.map((folder) => join(folder, name)));
  return candidates.find((path) => path.startsWith("/") && existsSync(path));
}

let shared: Promise<Browser> | undefined;

/** Returns the browser that all page tests in this process share. Each test file closes its own pages. */
export async function sharedChromium(executablePath: string): Promise<Browser> {
  const running = await shared;
  if (running?.isConnected() === true) return running;
  shared = launchChromium(executablePath);
  return shared;
}

/** Starts this machine's browser without background services. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    // The browser's own handlers would end the process at signals, which other tests send.
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
