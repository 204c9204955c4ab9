import type { Page } from "playwright-core";

/** Types of the browser that the functions below need. */
interface PaintedCanvas {
  readonly width: number;
  readonly height: number;
  toDataURL(): string;
  getBoundingClientRect(): {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly width: number;
    readonly height: number;
  };
  getContext(kind: "2d"): { getImageData(...area: number[]): { readonly data: Uint8ClampedArray<ArrayBuffer> } };
}
interface Part {
  readonly scrollWidth: number;
  readonly clientWidth: number;
}
declare const document: {
  querySelector(selector: string): Part | null;
  querySelectorAll(selector: string): Iterable<PaintedCanvas>;
};
declare function getComputedStyle(element: Part): { readonly backgroundColor: string };
declare function requestAnimationFrame(callback: () => void): void;

/** Waits for two frames, after which charts are painted. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))),
  );
}

/** Returns the number of colors on the canvases of the chart; one if the chart is blank. */
export function colors(page: Page): Promise<number> {
  return page.evaluate(() => {
    const seen = new Set<number>();
    for (const canvas of document.querySelectorAll(".chart canvas")) {
      if (canvas.width === 0 || canvas.height === 0) continue;
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      for (const pixel of new Uint32Array(data.buffer)) seen.add(pixel);
    }
    return seen.size;
  });
}

/** Returns for each part of the page the number of colors behind it; two for a plain grid. */
export function colorsBehind(page: Page, parts: string): Promise<number[]> {
  return page.evaluate((selector) => {
    const canvases = [...document.querySelectorAll(".chart canvas")].filter(({ width, height }) => width * height > 0);
    return Array.from(document.querySelectorAll(selector), (part) => {
      const box = part.getBoundingClientRect();
      const seen = new Set<number>();
      for (const canvas of canvases) {
        const own = canvas.getBoundingClientRect();
        const [across, down] = [canvas.width / own.width, canvas.height / own.height];
        const left = Math.max(0, Math.floor((box.left - own.left) * across));
        const top = Math.max(0, Math.floor((box.top - own.top) * down));
        const right = Math.min(canvas.width, Math.ceil((box.right - own.left) * across));
        const bottom = Math.min(canvas.height, Math.ceil((box.bottom - own.top) * down));
        if (right <= left || bottom <= top) continue;
        const { data } = canvas.getContext("2d").getImageData(left, top, right - left, bottom - top);
        // Canvases that lie above, such as that of the crosshair, are transparent where they show nothing.
        for (const pixel of new Uint32Array(data.buffer)) if (pixel >>> 24 === 255) seen.add(pixel);
      }
      return seen.size;
    });
  }, parts);
}

/** Returns the image data of all canvases, to compare two points in time. */
export function picture(page: Page): Promise<string> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll(".chart canvas"), (canvas) => canvas.toDataURL()).join(" "),
  );
}

/** Returns the number of pixels by which a page is wider than its window, or content wider than its part of the page. */
export function overflow(page: Page, part = "html"): Promise<number> {
  return page.evaluate((selector) => {
    const { scrollWidth, clientWidth } = document.querySelector(selector)!;
    return scrollWidth - clientWidth;
  }, part);
}

/** Returns the background color of the page or of a part of it. */
export function background(page: Page, part = "body"): Promise<string> {
  return page.evaluate((selector) => getComputedStyle(document.querySelector(selector)!).backgroundColor, part);
}
