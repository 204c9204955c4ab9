import { HindcastError } from "./errors.ts";

/** Loads optional packages. Throws `PACKAGE_MISSING` with the command that installs them. */
export async function loadPackage<Module>(
  names: readonly string[],
  purpose: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    const install = `npm install ${names.join(" ")}`;
    const what = `the ${names.length === 1 ? "package" : "packages"} ${names.join(" and ")}`;
    const message = `${what} must be installed to ${purpose}, but could not be loaded. Run: ${install}`;
    throw new HindcastError("PACKAGE_MISSING", message, { package: names[0], install, cause });
  }
}
