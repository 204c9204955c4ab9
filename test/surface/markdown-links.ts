/** Returns the targets of links and images on a page that point to files of this repository, not those in code blocks. */
export function linksOf(page: string): string[] {
  const prose = page.replaceAll(/^ *(```+|~~~+)[\s\S]*?^ *\1 *$/gm, "").replaceAll(/`[^`\n]*`/g, "");
  const targets = [
    ...[...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!),
    ...[...prose.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)].map(([, target]) => target!),
  ];
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** Returns the anchors of a page's headings, formed as GitHub forms them. */
export function headingAnchors(page: string): string[] {
  const prose = page.replaceAll(/^ *(```+|~~~+)[\s\S]*?^ *\1 *$/gm, "");
  return [...prose.matchAll(/^#{1,6} +(.+)$/gm)].map(([, title]) =>
    title!
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
