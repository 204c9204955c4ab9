import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** Creates a temporary folder for one test file, which is removed after the file's tests. */
export function temporaryFiles(): {
  readonly folder: string;
  write(name: string, content: string | Uint8Array): string;
} {
  const folder = mkdtempSync(join(tmpdir(), "hindcast-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    write(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
  };
}
