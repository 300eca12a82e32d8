import type { Locator } from "playwright-core";

/** Waits until an element has not moved for 8 frames: a dropdown moves when its options load. */
export async function waitForStable(element: Locator): Promise<void> {
  await element.evaluate(
    (node) =>
      new Promise<void>((done) => {
        let lastBox = "";
        let stableFrames = 0;
        const check = () => {
          const { x, y, width, height } = node.getBoundingClientRect();
          const box = [x, y, width, height].join(" ");
          stableFrames = box === lastBox ? stableFrames + 1 : 0;
          lastBox = box;
          if (stableFrames >= 8) done();
          else requestAnimationFrame(check);
        };
        check();
      }),
  );
}
