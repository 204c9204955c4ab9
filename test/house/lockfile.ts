import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const FILE = fileURLToPath(new URL("../../package-lock.json", import.meta.url));
const SYSTEMS: Readonly<Record<string, string>> = {
  darwin: "darwin",
  linux: "linux",
  win32: "win32",
  freebsd: "freebsd",
  netbsd: "netbsd",
  openbsd: "openbsd",
  sunos: "sunos",
  android: "android",
  aix: "aix",
  openharmony: "openharmony",
};
const PROCESSORS = ["arm64", "x64", "arm", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32"];

interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly dev?: true;
  readonly devOptional?: true;
  readonly peer?: true;
  readonly engines?: { readonly node?: string };
}

interface Lockfile {
  packages: Record<string, LockedPackage & Readonly<Record<string, unknown>>>;
}

/** An optional binary package that has no entry in the lockfile, and the package that depends on it. */
export interface MissingBinary {
  readonly name: string;
  readonly version: string;
  readonly dependent: LockedPackage;
}

/**
 * Returns the optional binary packages without an entry in the lockfile. npm leaves an entry out if the registry does not offer the
 * package; `npm ci` then refuses the lockfile.
 */
export function missingBinaries(packages: Lockfile["packages"]): readonly MissingBinary[] {
  return Object.entries(packages).flatMap(([path, dependent]) =>
    path === ""
      ? []
      : Object.entries(dependent.optionalDependencies ?? {})
          .filter(([name]) => !isLocked(packages, path, name))
          .map(([name, version]) => ({ name, version: version.replace(/^[\^~]/, ""), dependent })),
  );
}

export function readLockfile(): Lockfile {
  return JSON.parse(readFileSync(FILE, "utf8")) as Lockfile;
}

/** Whether the lockfile has package `name` in the node_modules of the package at `path`, or in one further up. */
function isLocked(packages: Lockfile["packages"], path: string, name: string): boolean {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    if (packages[`${at === "" ? "" : `${at}/`}node_modules/${name}`] !== undefined) return true;
    if (at === "") return false;
  }
}

/** Adds missing binary packages to package-lock.json, without checksums, so that `npm ci` accepts it on every platform. */
function addMissing(): void {
  const lock = readLockfile();
  const missing = missingBinaries(lock.packages);
  for (const { name, version, dependent } of missing) {
    const parts = name.split(/[/-]/);
    const os = parts.map((part) => SYSTEMS[part]).find((one) => one !== undefined);
    const cpu = parts.map((part) => PROCESSORS.find((one) => part.startsWith(one))).find((one) => one !== undefined);
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(cpu !== undefined && { cpu: [cpu] }),
      ...(dependent.dev && { dev: true }),
      ...(dependent.peer && { peer: true }),
      optional: true,
      ...(os !== undefined && { os: [os] }),
    };
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(FILE, `${JSON.stringify(lock, undefined, 2)}\n`);
  console.log(`${missing.length} packages added`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) addMissing();
