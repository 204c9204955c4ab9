/** Lets scripts import style sheets. The build bundles these as separate files, so the import has no value. */
declare module "*.css" {}
