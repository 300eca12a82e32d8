import type { Locator, Page } from "playwright-core";
import { waitForRest } from "./waitForRest.ts";
import { withOtherScheme } from "./withOtherScheme.ts";

/**
 * Finds visible layout errors: a page wider than the window, a control outside its part or the window, overlapping
 * controls, text cut off without an ellipsis, a figure broken inside. After a change of the window's width, scripts lay out charts and menus
 * again: only what is still there when the page rests counts.
 */
export async function findLayoutErrors(page: Page, parts: readonly Locator[]): Promise<string[]> {
  const found = await findErrorsNow(page, parts);
  if (found.length === 0) return found;
  await waitForRest(page);
  return await findErrorsNow(page, parts);
}

async function findErrorsNow(page: Page, parts: readonly Locator[]): Promise<string[]> {
  const pageErrors = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide in ${clientWidth}`] : [];
  });
  const partErrors = await Promise.all(parts.map((part) => part.evaluate(findPartErrors)));
  return [...pageErrors, ...partErrors.flat()];
}

/** Checks light and dark on the same page. */
export async function findLayoutErrorsInBothSchemes(
  page: Page,
  parts: readonly Locator[],
): Promise<string[]> {
  const here = await findLayoutErrors(page, parts);
  const otherErrors = await withOtherScheme(page, () => findLayoutErrors(page, parts));
  return [...here, ...otherErrors.filter((error) => !here.includes(error))];
}

/** Runs in the page, so it must not reference anything outside its body. */
function findPartErrors(part: Element): string[] {
  const slackPx = 1;
  const describeElement = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 24)}"`;
  const frame = part.getBoundingClientRect();
  // An input's clear button and arrow overlap it on purpose.
  const field = (element: Element) =>
    element.closest(".mantine-Input-wrapper, .mantine-Pill-root") ?? element;
  // Sticky elements overlap scrolling content on purpose.
  const isSticky = (element: Element): boolean =>
    element !== part &&
    (getComputedStyle(element).position === "sticky" ||
      (element.parentElement !== null && isSticky(element.parentElement)));
  // What is scrolled out of its list lies over nothing.
  const clip = (element: Element): DOMRect => {
    let box = element.getBoundingClientRect();
    for (let parent = element.parentElement; parent && parent !== part; parent = parent.parentElement) {
      if (getComputedStyle(parent).overflowY === "visible") continue;
      const edge = parent.getBoundingClientRect();
      const top = Math.max(box.top, edge.top);
      box = new DOMRect(box.x, top, box.width, Math.max(0, Math.min(box.bottom, edge.bottom) - top));
    }
    return box;
  };
  const controls = [...part.querySelectorAll("button, a, input, label, [role=combobox]")]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((element) => ({
      element,
      box: element.getBoundingClientRect(),
      inView: clip(element),
      field: field(element),
      isSticky: isSticky(element),
    }))
    .filter(({ box }) => box.width > 1 && box.height > 1);
  const errors: string[] = [];
  // Content beyond the edge of a horizontally scrolling table is reachable.
  const isInScrollArea = (element: Element): boolean => {
    const parent = element.parentElement;
    if (parent === null || parent === part) return false;
    return /auto|scroll/.test(getComputedStyle(parent).overflowX) || isInScrollArea(parent);
  };
  for (const { element, box } of controls) {
    if (isInScrollArea(element)) continue;
    if (box.left < -slackPx || box.right > innerWidth + slackPx)
      errors.push(`${describeElement(element)} leaves the window`);
    else if (box.left < frame.left - slackPx || box.right > frame.right + slackPx)
      errors.push(`${describeElement(element)} leaves its part`);
    const { overflowX, textOverflow } = getComputedStyle(element);
    const isCut = element.scrollWidth > element.clientWidth + slackPx && overflowX !== "visible";
    if (isCut && element.tagName !== "INPUT" && textOverflow !== "ellipsis")
      errors.push(`${describeElement(element)} is cut off`);
  }
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const { 0: figure, index } of (text.textContent ?? "").matchAll(
      /¥?\d{1,3}(,\d{3})+(\.\d\d)?|¥\d+\.\d\d/g,
    )) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + figure.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) errors.push(`${figure} is broken inside`);
    }
  controls.forEach((first, index) => {
    for (const second of controls.slice(index + 1)) {
      const across = Math.min(first.box.right, second.box.right) - Math.max(first.box.left, second.box.left);
      const [one, other] = [first.inView, second.inView];
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (across <= slackPx || down <= slackPx) continue;
      if (first.element.contains(second.element) || second.element.contains(first.element)) continue;
      if (first.field !== second.field && first.isSticky === second.isSticky)
        errors.push(`${describeElement(first.element)} lies over ${describeElement(second.element)}`);
    }
  });
  return errors;
}
