import type { Finding } from "../../research/checks/doctor.ts";
import { ink, type Colour } from "./ink.ts";
import { wrappedWords } from "./wrapped-words.ts";

/** How findings are written. */
interface DoubtsOptions extends Colour {
  /** Characters in a line; each finding is one line by default. */
  readonly width?: number;
}

/** What the doctor found, a line each, what is wrong before what is doubtful; empty where it found nothing. */
export function doubtsText(findings: readonly Finding[], { width = Infinity, ...colour }: DoubtsOptions = {}): string {
  const pen = ink(colour);
  const lines = (["wrong", "doubtful"] as const).flatMap((severity) =>
    findings
      .filter((finding) => finding.severity === severity)
      .flatMap(({ text }) => wrappedWords(`${severity}: ${text}`, width, "  "))
      .map((line) => line.replace(/^wrong/, (word) => pen.signed(word, -1))),
  );
  return lines.join("\n");
}
