import type View from "ol/View.js";
import { mapZoom } from "../../../adapters/contract/constants.ts";

const animationMs = 200;

/**
 * Returns the function that zooms a view by some levels, animated. A step during the previous one's animation
 * continues from its target, so that quick presses all count.
 */
export function createZoomStepper(
  view: Pick<View, "animate" | "cancelAnimations" | "getAnimating" | "getMinZoom" | "getZoom">,
): (levels: number) => void {
  let latest: { readonly to: number } | null = null;
  return (levels) => {
    const from = (view.getAnimating() ? latest?.to : undefined) ?? view.getZoom() ?? view.getMinZoom();
    const to = Math.min(mapZoom.max, Math.max(view.getMinZoom(), from + levels));
    const step = { to };
    latest = step;
    view.cancelAnimations();
    view.animate({ zoom: to, duration: animationMs }, () => {
      // This comes late: the next step may have begun by now, at a limit with the same target.
      if (latest === step) latest = null;
    });
  };
}
