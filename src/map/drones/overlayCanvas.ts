import type { PaintFrame } from "./painter.ts";

/** A canvas that lies over the whole layer. */
export function overlayCanvas(name: string): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.style.cssText = "position:absolute;inset:0;width:100%;height:100%";
  canvas.dataset["canvas"] = name;
  return canvas;
}

/** The canvas at the frame's size, empty, measured in CSS pixels; hidden, and null, where nothing comes on it. */
export function clean(
  canvas: HTMLCanvasElement,
  { width, height, ratio }: PaintFrame,
  wanted: boolean,
): CanvasRenderingContext2D | null {
  const into = canvas;
  // A full-size canvas costs time even while it is empty.
  into.style.display = wanted ? "" : "none";
  if (!wanted) return null;
  const [pixelsX, pixelsY] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (into.width !== pixelsX) into.width = pixelsX;
  if (into.height !== pixelsY) into.height = pixelsY;
  const context = canvas.getContext("2d");
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}
