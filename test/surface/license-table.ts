import { readJson } from "../house/source-files.ts";

/** An entry of the lockfile for one package. */
interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly peer?: boolean;
  readonly os?: readonly string[];
}

/** A package that npm installs together with hindcast. */
export interface Installed {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Whether the package is built for one platform, so that only machines of that platform install it. */
  readonly forOnePlatform: boolean;
}

/** Returns the packages that npm installs with hindcast, from the lockfile: no development and no optional peer dependencies. */
export function installedPackages(): Installed[] {
  const { packages } = readJson("package-lock.json") as { packages: Readonly<Record<string, Locked>> };
  return Object.entries(packages)
    .filter(
      ([path, { dev, devOptional, peer }]) => path !== "" && dev !== true && devOptional !== true && peer !== true,
    )
    .map(([path, { version, license = "none", os }]) => ({
      name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
      version,
      licence: license,
      forOnePlatform: os !== undefined,
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns Markdown tables of the direct dependencies, and of all other installed packages by license. */
export function licenseTables(): string {
  const { dependencies } = readJson("package.json") as { dependencies: Readonly<Record<string, string>> };
  const all = installedPackages();
  const direct = all.filter(({ name }) => Object.hasOwn(dependencies, name));
  const indirect = all.filter(({ name, forOnePlatform }) => !Object.hasOwn(dependencies, name) && !forOnePlatform);
  const platform = all
    .filter(({ name, forOnePlatform }) => forOnePlatform && !Object.hasOwn(dependencies, name))
    .map((one) => ({ ...one, name: one.name.replace(/(?<=\/nice)-.*|(?<=^@(esbuild|libsql)\/).*/, "…") }));
  const rows = direct.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  return [
    `${direct.length} direct dependencies:`,
    ["| package | version | license |", "| --- | --- | --- |", ...rows].join("\n"),
    `${indirect.length} indirect dependencies:`,
    byLicence(indirect),
    "Packages with binaries for one platform; each machine installs only those for its own platform:",
    byLicence(platform),
  ].join("\n\n");
}

function byLicence(packages: readonly Installed[]): string {
  const licences = [...new Set(packages.map(({ licence }) => licence))].toSorted();
  const rows = licences.map((licence) => {
    const names = packages.filter((one) => one.licence === licence).map(({ name }) => name);
    return `| ${licence} | ${names.length === 1 ? "1 package" : `${names.length} packages`} | ${[...new Set(names)].join(", ")} |`;
  });
  return ["| license | number | packages |", "| --- | --- | --- |", ...rows].join("\n");
}
