/** A style sheet that a script imports is bundled next to it and has no value. */
declare module "*.css" {}
