import type { PaintFrame } from "./painter.ts";

/** Creates a canvas that covers the whole layer. */
export function createOverlayCanvas(name: string): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.style.cssText = "position:absolute;inset:0;width:100%;height:100%";
  canvas.dataset["canvas"] = name;
  return canvas;
}

/** Resizes and clears the canvas, scaled to CSS pixels. Hides it and returns null if nothing is drawn on it. */
export function prepareCanvas(
  canvas: HTMLCanvasElement,
  { width, height, pixelRatio }: PaintFrame,
  visible: boolean,
): CanvasRenderingContext2D | null {
  const target = canvas;
  // Compositing a full-size canvas costs time even if it is empty.
  target.style.display = visible ? "" : "none";
  if (!visible) return null;
  const [pixelsX, pixelsY] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)];
  if (target.width !== pixelsX) target.width = pixelsX;
  if (target.height !== pixelsY) target.height = pixelsY;
  const context = canvas.getContext("2d");
  context?.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}
