/** A summary, as a list of commands has it, as the sentence with which the command's own help begins. */
export function sentence(summary: string): string {
  return `${summary[0]!.toUpperCase()}${summary.slice(1)}.`;
}
