/** Style sheets that scripts import are bundled as separate files; the import has no value. */
declare module "*.css" {}
