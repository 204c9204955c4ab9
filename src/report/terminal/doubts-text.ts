import type { Finding } from "../../research/checks/doctor.ts";
import { ink, type Colour } from "./ink.ts";

/** What the doctor found, a line each, what is wrong before what is doubtful; empty where it found nothing. */
export function doubtsText(findings: readonly Finding[], colour: Colour = {}): string {
  const pen = ink(colour);
  const lines = (["wrong", "doubtful"] as const).flatMap((severity) =>
    findings
      .filter((finding) => finding.severity === severity)
      .map(({ text }) => `${severity === "wrong" ? pen.signed("wrong", -1) : severity}: ${text}`),
  );
  return lines.join("\n");
}
