import type { Locator } from "playwright-core";

/** Waits until an element has stood at one place for a moment: a list of choices moves when what it asked for comes. */
export async function settled(element: Locator): Promise<void> {
  await element.evaluate(
    (node) =>
      new Promise<void>((done) => {
        let before = "";
        let still = 0;
        const look = () => {
          const { x, y, width, height } = node.getBoundingClientRect();
          const place = [x, y, width, height].join(" ");
          still = place === before ? still + 1 : 0;
          before = place;
          if (still >= 8) done();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}
