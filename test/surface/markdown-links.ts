/** Places inside this project that a page links to or shows, without those in blocks of code. */
export function linksOf(page: string): string[] {
  const prose = page.replaceAll(/^ *(```+|~~~+)[\s\S]*?^ *\1 *$/gm, "").replaceAll(/`[^`\n]*`/g, "");
  const targets = [
    ...[...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!),
    ...[...prose.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)].map(([, target]) => target!),
  ];
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** What a link behind `#` can lead to: the headings of a page as GitHub names them. */
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
