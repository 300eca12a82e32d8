import type { Locator, Page } from "playwright-core";
import { inOtherScheme } from "./otherScheme.ts";

/**
 * What an eye would call broken in these parts of the page: a page wider than its window, a control outside its
 * part or the window, two controls over each other, words cut off without a sign of it.
 */
export async function layoutFaults(page: Page, parts: readonly Locator[]): Promise<string[]> {
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide in ${clientWidth}`] : [];
  });
  const found = await Promise.all(parts.map((part) => part.evaluate(faultsOfPart)));
  return [...wide, ...found.flat()];
}

/** The same in both schemes, light and dark, one after the other on the same page. */
export async function layoutFaultsInBothSchemes(page: Page, parts: readonly Locator[]): Promise<string[]> {
  const here = await layoutFaults(page, parts);
  const other = await inOtherScheme(page, () => layoutFaults(page, parts));
  return [...here, ...other.filter((fault) => !here.includes(fault))];
}

/** Runs in the page: it may use nothing from outside itself. */
function faultsOfPart(part: Element): string[] {
  const slackPx = 1;
  const named = (one: Element) =>
    `${one.tagName.toLowerCase()} "${(one.getAttribute("aria-label") ?? one.textContent ?? "").trim().slice(0, 24)}"`;
  const frame = part.getBoundingClientRect();
  // The clear button and arrow of an input stand inside it on purpose.
  const field = (one: Element) => one.closest(".mantine-Input-wrapper, .mantine-Pill-root") ?? one;
  // What sticks to an edge lies over what scrolls below it on purpose.
  const sticky = (one: Element): boolean =>
    one !== part &&
    (getComputedStyle(one).position === "sticky" ||
      (one.parentElement !== null && sticky(one.parentElement)));
  const controls = [...part.querySelectorAll("button, a, input, label, [role=combobox]")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((one) => ({ one, box: one.getBoundingClientRect(), field: field(one), sticks: sticky(one) }))
    .filter(({ box }) => box.width > 1 && box.height > 1);
  const faults: string[] = [];
  // What a table scrolled sideways has beyond its edge is not lost.
  const scrolled = (one: Element): boolean => {
    const above = one.parentElement;
    if (above === null || above === part) return false;
    return /auto|scroll/.test(getComputedStyle(above).overflowX) || scrolled(above);
  };
  for (const { one, box } of controls) {
    if (scrolled(one)) continue;
    if (box.left < -slackPx || box.right > innerWidth + slackPx)
      faults.push(`${named(one)} leaves the window`);
    else if (box.left < frame.left - slackPx || box.right > frame.right + slackPx)
      faults.push(`${named(one)} leaves its part`);
    const { overflowX, textOverflow } = getComputedStyle(one);
    const cut = one.scrollWidth > one.clientWidth + slackPx && overflowX !== "visible";
    if (cut && one.tagName !== "INPUT" && textOverflow !== "ellipsis")
      faults.push(`${named(one)} is cut off`);
  }
  controls.forEach((first, index) => {
    for (const second of controls.slice(index + 1)) {
      const across = Math.min(first.box.right, second.box.right) - Math.max(first.box.left, second.box.left);
      const down = Math.min(first.box.bottom, second.box.bottom) - Math.max(first.box.top, second.box.top);
      if (across <= slackPx || down <= slackPx) continue;
      if (first.one.contains(second.one) || second.one.contains(first.one)) continue;
      if (first.field !== second.field && first.sticks === second.sticks)
        faults.push(`${named(first.one)} lies over ${named(second.one)}`);
    }
  });
  return faults;
}
