import type { Locator, Page } from "playwright-core";

/**
 * Closes a popover, menu, dialog or drawer by Escape. It hears the key only once the focus has moved in, or, where the
 * focus stays outside, once it is drawn and rests.
 */
export async function closePopup(page: Page, popup: Locator): Promise<void> {
  await popup.waitFor();
  await popup.evaluate(waitUntilReady);
  await pressEscape(page);
  await popup.waitFor({ state: "hidden" });
}

/** Presses Escape where it closes no popup: where it is refused, asks back or ends something else. */
export const pressEscape = (page: Page): Promise<void> => page.keyboard.press("Escape");

/** Runs in the page, so it must not reference anything outside its body. */
function waitUntilReady(popup: Element): Promise<void> {
  return new Promise((done) => {
    let lastBox = "";
    let stableFrames = 0;
    const check = () => {
      const { x, y, width, height } = popup.getBoundingClientRect();
      const box = [x, y, width, height].join(" ");
      stableFrames = box === lastBox ? stableFrames + 1 : 0;
      lastBox = box;
      // Two frames after the focus, React listens to keys.
      const needed = popup.contains(document.activeElement) ? 2 : 8;
      if (stableFrames >= needed) done();
      else requestAnimationFrame(check);
    };
    check();
  });
}
