import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { oneLine, thrownText } from "../failure.ts";

/** Where in its source a strategy's file went wrong, in an editor's numbers: `TypeError: … (my-strategy.ts, line 12)`. */
export function errorWithPlace(error: unknown, file: string): string {
  const message = error instanceof Error ? error.message : "";
  const compiled = /^(?<path>.+):(?<line>\d+):\d+: ERROR: (?<text>.+)$/m.exec(message)?.groups;
  if (compiled !== undefined)
    return `${oneLine(compiled["text"]!)} (${shownPath(compiled["path"]!)}, line ${compiled["line"]})`;
  const line = lineIn(error, file);
  return line === undefined ? thrownText(error) : `${thrownText(error)} (${shownPath(file)}, line ${line})`;
}

/** A path as a reader would type it: relative where the file lies below the folder of the command. */
function shownPath(path: string): string {
  const below = relative(process.cwd(), resolve(path));
  return below === "" || below.startsWith("..") ? path : below;
}

/** Line of the innermost call in the file, or where Node says that its text is wrong. */
function lineIn(error: unknown, file: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  for (const line of (error.stack ?? "").split("\n")) {
    const place = /(?<path>(?:file:\/\/)?\/[^()]*?):(?<line>\d+)(?::\d+)?\)?$/.exec(line)?.groups;
    if (place !== undefined && pathOf(place["path"]!) === resolve(file)) return place["line"];
  }
  return undefined;
}

function pathOf(place: string): string {
  if (!place.startsWith("file:")) return place;
  const url = new URL(place);
  url.search = "";
  return fileURLToPath(url);
}
