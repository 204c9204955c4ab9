/** Links and images of a page that point into this project, outside code blocks. */
export function linksOf(page: string): string[] {
  const prose = page.replaceAll(/^ *(```+|~~~+)[\s\S]*?^ *\1 *$/gm, "").replaceAll(/`[^`\n]*`/g, "");
  const targets = [
    ...[...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!),
    ...[...prose.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)].map(([, target]) => target!),
  ];
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** Anchors of a page's headings, as GitHub forms them. */
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
