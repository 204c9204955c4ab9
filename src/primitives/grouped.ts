/** A whole number in words, its thousands set apart: `5,105`. Values that a program reads, such as those of errors, stand as they are. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}
