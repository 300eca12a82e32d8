import { describe, expect, test } from "vitest";
import { createZoomStepper } from "../../src/map/controls/createZoomStepper.ts";

type Stepped = Parameters<typeof createZoomStepper>[0];

/** A view whose animation ends when the test says so, and whose callbacks come after that, as OpenLayers has it. */
function setupView(zoom: number) {
  let [current, target, isAnimating] = [zoom, zoom, false];
  let callbacks: (() => void)[] = [];
  let own: (() => void) | undefined;
  const finish = () => {
    isAnimating = false;
    if (own) callbacks.push(own);
    own = undefined;
  };
  const view: Stepped = {
    getZoom: () => current,
    getMinZoom: () => 4,
    getAnimating: () => isAnimating,
    cancelAnimations: finish,
    animate: (...args) => {
      for (const arg of args)
        if (typeof arg === "function") own = () => arg(true);
        else target = arg.zoom ?? target;
      isAnimating = true;
    },
  };
  return {
    step: createZoomStepper(view),
    moveTo: (to: number) => {
      current = to;
    },
    endAnimation: () => {
      current = target;
      finish();
    },
    runCallbacks: () => {
      const due = callbacks;
      callbacks = [];
      for (const callback of due) callback();
    },
    getTarget: () => target,
  };
}

describe("zooming by a level", () => {
  test("counts every press, also during the animation of the one before", () => {
    const { step, moveTo, getTarget } = setupView(4);
    step(1);
    moveTo(4.3);
    step(1);
    moveTo(4.9);
    step(1);
    expect(getTarget()).toBe(7);
  });

  test("stays at a limit where the end of an earlier press there is told late", () => {
    const { step, moveTo, runCallbacks, getTarget } = setupView(16);
    step(1);
    moveTo(16.2);
    step(1);
    runCallbacks();
    moveTo(16.4);
    step(-1);
    expect(getTarget()).toBe(16);
  });

  test("counts every press where the end of an animation is told only after the next press", () => {
    const { step, moveTo, endAnimation, runCallbacks, getTarget } = setupView(4);
    step(1);
    endAnimation();
    step(1);
    runCallbacks();
    moveTo(5.37);
    step(1);
    expect(getTarget()).toBe(7);
  });

  test("starts from where the view was moved meanwhile", () => {
    const { step, moveTo, endAnimation, runCallbacks, getTarget } = setupView(4);
    step(1);
    endAnimation();
    runCallbacks();
    moveTo(12);
    step(-1);
    expect(getTarget()).toBe(11);
  });

  test("stops at the limits", () => {
    const { step, getTarget } = setupView(16.5);
    step(1);
    step(1);
    expect(getTarget()).toBe(17);
    const far = setupView(4.2);
    far.step(-1);
    expect(far.getTarget()).toBe(4);
  });
});
