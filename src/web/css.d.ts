/** A style that a script imports is bundled beside it and has no value. */
declare module "*.css" {}
