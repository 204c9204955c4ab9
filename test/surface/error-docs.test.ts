import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ORDER_REASON_TEXTS } from "../../src/broker/order-reason-texts.ts";
import { ERROR_TABLE } from "../../src/primitives/error-table.ts";
import { API_ERROR_TABLE, type ApiErrorCode } from "../../src/schemas/api-error.ts";
import { API_ERROR_TEXTS } from "../../src/schemas/api-error-texts.ts";
import { ROOT } from "../house/source-files.ts";
import { replacedSection } from "./replaced-section.ts";

const PAGE = join(ROOT, "docs/reference/errors.md");

const head = (...cells: string[]) => [`| ${cells.join(" | ")} |`, `|${" --- |".repeat(cells.length)}`];

const errors = Object.entries(ERROR_TABLE).map(
  ([code, { meaning, whatToDo }]) => `| \`${code}\` | ${meaning} | ${whatToDo} |`,
);
const reasons = Object.entries(ORDER_REASON_TEXTS).map(
  ([reason, { meaning, whatToDo }]) => `| \`${reason}\` | ${meaning} | ${whatToDo} |`,
);
const apiErrors = Object.entries(API_ERROR_TABLE).map(([code, { status }]) => {
  const { meaning, whatToDo } = API_ERROR_TEXTS[code as ApiErrorCode];
  return `| \`${code}\` | ${status} | ${meaning} | ${whatToDo} |`;
});

test("docs/reference/errors.md lists exactly the errors that the error tables in the source have", async () => {
  const tables = {
    errors: [...head("code", "meaning", "what to do"), ...errors],
    reasons: [...head("reason", "meaning", "what to do"), ...reasons],
    "api errors": [...head("code", "status", "meaning", "what to do"), ...apiErrors],
  };
  let written = readFileSync(PAGE, "utf8");
  for (const [name, lines] of Object.entries(tables)) written = replacedSection(written, name, lines.join("\n"));
  await expect(written, "To update them: npx vitest run test/surface/error-docs.test.ts -u").toMatchFileSnapshot(PAGE);
});
