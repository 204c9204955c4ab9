/** Replaces the text between `<!-- name -->` and `<!-- /name -->` on a page. Throws if the page lacks the two markers. */
export function replacedSection(page: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name} -->\n`, `\n<!-- /${name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < 0) throw new Error(`the page must have ${begin.trim()} and ${end.trim()}`);
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`;
}
