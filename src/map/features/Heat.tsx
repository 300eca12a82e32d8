import Layer from "ol/layer/Layer.js";
import type { FrameState } from "ol/Map.js";
import { fromLonLat } from "ol/proj.js";
import Source from "ol/source/Source.js";
import { useEffect } from "react";
import { useLayer } from "../useLayer.ts";
import { zOrder } from "../zOrder.ts";
import type { HeatPoint } from "./shapes.ts";

/** Radius of a point's spot, CSS pixels. */
const radius = 26;
/** RGBA from blue through green and yellow to red; the opacity rises with the heat. */
const colorRamp = [
  [0, 0, 255, 0],
  [0, 120, 255, 110],
  [0, 220, 170, 150],
  [255, 225, 60, 185],
  [255, 60, 20, 215],
] as const;

/** Draws a heat map of points given as `x, y, weight` triples in EPSG:3857, weights 0 to 1. */
export class HeatLayer extends Layer {
  readonly #canvas = document.createElement("canvas");
  readonly #spotImage = createSpotImage();
  readonly #palette = createPalette();
  #points = new Float64Array(0);

  constructor() {
    super({ source: new Source({}) });
    this.#canvas.style.position = "absolute";
    this.#canvas.dataset["layer"] = "heat";
  }

  setPoints(points: Float64Array<ArrayBuffer>): void {
    this.#points = points;
    this.changed();
  }

  override render({ size, viewState }: FrameState): HTMLElement {
    const [width = 0, height = 0] = size;
    this.#canvas.width = width;
    this.#canvas.height = height;
    const context = this.#canvas.getContext("2d", { willReadFrequently: true });
    if (!context || width === 0 || height === 0) return this.#canvas;
    const [cx = 0, cy = 0] = viewState.center;
    for (let i = 0; i < this.#points.length; i += 3) {
      const x = ((this.#points[i] ?? 0) - cx) / viewState.resolution + width / 2;
      const y = (cy - (this.#points[i + 1] ?? 0)) / viewState.resolution + height / 2;
      if (x < -radius || y < -radius || x > width + radius || y > height + radius) continue;
      context.globalAlpha = Math.min(1, this.#points[i + 2] ?? 0);
      context.drawImage(this.#spotImage, x - radius, y - radius);
    }
    this.#colorize(context, width, height);
    return this.#canvas;
  }

  /** Replaces the summed opacity of every pixel by its colour. */
  #colorize(context: CanvasRenderingContext2D, width: number, height: number): void {
    const image = context.getImageData(0, 0, width, height);
    const pixels = new Uint32Array(image.data.buffer);
    for (let i = 0; i < pixels.length; i++) {
      const heat = (pixels[i] ?? 0) >>> 24;
      if (heat > 0) pixels[i] = this.#palette[heat] ?? 0;
    }
    context.putImageData(image, 0, 0);
  }
}

function createSpotImage(): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2 * radius;
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  const gradient = context.createRadialGradient(radius, radius, 0, radius, radius, radius);
  gradient.addColorStop(0, "rgba(0, 0, 0, 0.5)");
  gradient.addColorStop(1, "rgba(0, 0, 0, 0)");
  context.fillStyle = gradient;
  context.fillRect(0, 0, 2 * radius, 2 * radius);
  return canvas;
}

/** 256 colours as little-endian RGBA. */
function createPalette(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, heat) => {
    const rampPosition = (heat / 255) * (colorRamp.length - 1);
    const from = colorRamp[Math.floor(rampPosition)] ?? colorRamp[0];
    const to = colorRamp[Math.min(colorRamp.length - 1, Math.floor(rampPosition) + 1)] ?? from;
    const fraction = rampPosition - Math.floor(rampPosition);
    const channel = (index: number) => {
      const start = from[index] ?? 0;
      return Math.round(start + ((to[index] ?? 0) - start) * fraction);
    };
    return ((channel(3) << 24) | (channel(2) << 16) | (channel(1) << 8) | channel(0)) >>> 0;
  });
}

interface Props {
  readonly points: readonly HeatPoint[];
  readonly visible?: boolean;
}

const createLayer = () => new HeatLayer();

/** A heat map of weighted points. */
export default function Heat({ points, visible = true }: Props) {
  const layer = useLayer(createLayer, zOrder.heat, visible);
  useEffect(() => {
    layer?.setPoints(
      Float64Array.from(
        points.flatMap(({ coordinates, weight }) => [...fromLonLat([...coordinates]), weight]),
      ),
    );
  }, [layer, points]);
  return null;
}
