import type { Page } from "playwright-core";

type Colour = readonly [red: number, green: number, blue: number];

/** Pixels of a picture that have a colour. */
export const countColoured = (wall: Page, png: string) => countPixels(wall, png, null);

/** Pixels of a picture that have nearly this colour. */
export const countNear = (wall: Page, png: string, colour: Colour) => countPixels(wall, png, colour);

/** @param near null for any colour that is no grey */
const countPixels = (wall: Page, png: string, near: Colour | null) =>
  wall.evaluate(
    async ({ source, wanted }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d");
      if (!context) throw new Error("The browser has no canvas");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      let counted = 0;
      for (let at = 0; at < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = data.slice(at, at + 3);
        const isCounted = wanted
          ? Math.max(...[red, green, blue].map((part, place) => Math.abs(part - (wanted[place] ?? 0)))) < 12
          : Math.max(red, green, blue) - Math.min(red, green, blue) > 8;
        if (isCounted) counted += 1;
      }
      return counted;
    },
    { source: png, wanted: near },
  );

/** Texts that are smaller or paler than they may be, cut off, or over another, walked over the whole document. */
export const findIllegible = (wall: Page) =>
  wall.evaluate(() => {
    const main = document.querySelector("main");
    if (!main) throw new Error("There is no wall");
    const arcMinutePx = Number.parseFloat(getComputedStyle(main).getPropertyValue("--arcmin"));
    const parseColour = (text: string) => (text.match(/[\d.]+/g) ?? []).map(Number);
    const getLuminance = (colour: readonly number[]) => {
      const [red = 0, green = 0, blue = 0] = colour.map((part) => {
        const share = part / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const getGround = (element: Element | null): readonly number[] => {
      for (let each = element; each; each = each.parentElement) {
        const colour = parseColour(getComputedStyle(each).backgroundColor);
        if ((colour[3] ?? 1) > 0.5) return colour;
      }
      return [255, 255, 255];
    };
    // A name may end after two lines, and says so by an ellipsis.
    const isCut = (box: DOMRect, parent: Element) => {
      for (let each: Element | null = parent; each && each !== main; each = each.parentElement) {
        const style = getComputedStyle(each);
        if (style.webkitLineClamp !== "none") return false;
        const { right, bottom } = each.getBoundingClientRect();
        // The box of a text is higher than its letters.
        const isOutside = box.right > right + 1 || box.bottom > bottom + 0.35 * box.height;
        if (style.overflow !== "visible" && isOutside) return true;
      }
      return false;
    };
    const texts: { readonly text: string; readonly lines: readonly DOMRect[] }[] = [];
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const bad: string[] = [];
    let walked = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? "";
      const parent = node.parentElement;
      if (text === "" || !parent || parent.getClientRects().length === 0) continue;
      walked += 1;
      const style = getComputedStyle(parent);
      const minutes = Number.parseFloat(style.fontSize) / arcMinutePx;
      if (minutes < (/\p{Script=Han}/u.test(text) ? 22 : 20) - 0.01) bad.push(`${text}: ${minutes}′`);
      const levels = [parseColour(style.color).slice(0, 3), getGround(parent).slice(0, 3)].map(getLuminance);
      const ratio = (Math.max(...levels) + 0.05) / (Math.min(...levels) + 0.05);
      if (ratio < 7) bad.push(`${text}: contrast ${ratio.toFixed(1)}`);
      // The map draws its own.
      if (parent.closest(".ol-viewport")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
        bad.push(`${text}: outside of the screen`);
      if (isCut(box, parent)) bad.push(`${text}: cut off`);
      const lines = [...range.getClientRects()];
      const meets = (one: DOMRect, other: DOMRect) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.45 * one.height;
      const covered = texts.find((other) =>
        lines.some((one) => other.lines.some((line) => meets(one, line))),
      );
      if (covered) bad.push(`${text}: over ${covered.text}`);
      texts.push({ text, lines });
    }
    return { walked, bad };
  });
