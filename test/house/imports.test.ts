import { expect, test } from "vitest";
import { checkSource, type PackageFacts } from "./check-source.ts";
import { ROOMS } from "./rooms.ts";
import { filesUnder, readJson } from "./source-files.ts";

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const manifest = readJson("package.json") as Manifest;
const facts: PackageFacts = {
  runtimePackages: new Set(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })),
  publicNames: new Set(Object.keys(manifest.exports).map((subpath) => subpath.replace(/^\./, "hindcast"))),
};

test.each(["src", "strategies", "test", "bench"])(
  "every file in the folder %s keeps the rules for file names, file lengths and imports",
  (folder) => {
    const wrong = filesUnder([folder], ".ts").flatMap(({ path, text }) => checkSource(path, text, facts));
    expect(wrong, `rooms and their imports are listed in test/house/rooms.ts\n${wrong.join("\n")}`).toEqual([]);
  },
);

test("each room in the table of test/house/rooms.ts imports only rooms in rows above its own", () => {
  const order = Object.keys(ROOMS);
  for (const [name, { imports, typesOf = [] }] of Object.entries(ROOMS)) {
    for (const other of [...imports, ...typesOf])
      expect(order.slice(0, order.indexOf(name)), `${name} imports ${other}`).toContain(other);
  }
});
