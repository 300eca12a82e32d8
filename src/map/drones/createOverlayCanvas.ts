import type { PaintFrame } from "./painter.ts";

/** A canvas that lies over the whole layer. */
export function createOverlayCanvas(name: string): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.style.cssText = "position:absolute;inset:0;width:100%;height:100%";
  canvas.dataset["canvas"] = name;
  return canvas;
}

/** The canvas at the frame's size, empty, measured in CSS pixels; hidden, and null, where nothing comes on it. */
export function prepareCanvas(
  canvas: HTMLCanvasElement,
  { width, height, pixelRatio }: PaintFrame,
  visible: boolean,
): CanvasRenderingContext2D | null {
  const target = canvas;
  // A full-size canvas costs time even while it is empty.
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
