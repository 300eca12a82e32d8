import Layer from "ol/layer/Layer.js";
import type { FrameState } from "ol/Map.js";
import Source from "ol/source/Source.js";
import { choosePainter } from "./choosePainter.ts";
import { createOverlayCanvas } from "./createOverlayCanvas.ts";
import { createSoftwarePainter } from "./createSoftwarePainter.ts";
import type { FleetSnapshot, Grouping } from "./data/fleetSnapshot.ts";
import { getFrameRate } from "./getFrameRate.ts";
import { type Hit, hitTest } from "./hitTest.ts";
import { type LabelPainter, paintOverlays } from "./overlay.ts";
import type { Painter, PaintFrame } from "./painter.ts";
import { interpolatePosition } from "./screenPosition.ts";

const defaultIntervalMs = 1000;
/** From this progress between two snapshots on, single updates jump instead of sliding. */
const snapProgress = 0.9;
/** CSS pixels painted beyond the map on every side, so that short moves need no repaint. */
export const marginPx = 128;

export interface DroneLayerOptions {
  /** Interpolate between two snapshots; false shows the exact last samples. */
  readonly smooth: boolean;
  readonly stale: boolean;
  readonly labels: boolean;
  readonly trails: boolean;
  /** Labels for the dark base map. */
  readonly dark: boolean;
  /** Table index; null for none. */
  readonly selected: number | null;
  /** Returns a drone's label. */
  readonly name: (index: number) => string;
  /** Paints labels at any zoom, in place of those from zoom 13 on. */
  readonly paintLabels?: LabelPainter | undefined;
}

/** Draws all drones from typed arrays, with WebGL or in software. Uses no OpenLayers features and no React state. */
export class DroneLayer extends Layer {
  /** Durations of full paints, ms. Moving the painted canvases is not counted. */
  readonly times = { count: 0, total: 0, longest: 0 };
  readonly #element = document.createElement("div");
  readonly #trailsCanvas = createOverlayCanvas("trails");
  readonly #labelsCanvas = createOverlayCanvas("labels");
  readonly #createPainter: (onLost: (event: Event) => void) => Painter;
  #painter: Painter;
  #snapshot: FleetSnapshot | null = null;
  #grouping: Grouping | null = null;
  #receivedAt = 0;
  /** When the first frame of the last tick arrived. */
  #tickAt = 0;
  #intervalMs = defaultIntervalMs;
  #options: DroneLayerOptions = {
    smooth: true,
    stale: false,
    labels: true,
    trails: true,
    dark: false,
    selected: null,
    name: String,
  };
  #frameState: FrameState | null = null;
  #timer = 0;
  /** Whether an animation frame is requested. */
  #isFramePending = false;
  /** Whether the painter has the latest snapshot and grouping. */
  #isDataCurrent = false;
  /** The frame on the canvases, including the margin. */
  #paintedFrame: PaintFrame | null = null;
  /** The visible part of it. */
  #visibleFrame: PaintFrame | null = null;

  /** @param createPainter called again when a lost WebGL context is restored */
  constructor(createPainter: (onLost: (event: Event) => void) => Painter = choosePainter) {
    super({ source: new Source({}) });
    this.#createPainter = createPainter;
    // The compositor moves the element while the map is dragged.
    this.#element.style.cssText = `position:absolute;inset:${-marginPx}px;pointer-events:none;will-change:transform`;
    this.#element.dataset["layer"] = "drones";
    this.#painter = createPainter(this.#handleContextLost);
    this.#mountCanvases();
  }

  get backEnd(): Painter["kind"] {
    return this.#painter.kind;
  }

  /** Delay of the drawn positions behind the last sample, ms; 0 without smoothing. */
  get delay(): number {
    return this.#options.smooth ? this.#intervalMs : 0;
  }

  /** Sets a new snapshot. It is painted in the layer's own animation frame, without rendering the map. */
  setSnapshot(snapshot: FleetSnapshot): void {
    const now = performance.now();
    // A frame after a move of the map belongs to the same tick.
    if (snapshot.sequence !== this.#snapshot?.sequence) {
      const elapsedMs = now - this.#tickAt;
      // A gap in the connection must not change the interval.
      if (this.#snapshot && elapsedMs < 3 * defaultIntervalMs)
        this.#intervalMs += (Math.max(100, elapsedMs) - this.#intervalMs) / 4;
      this.#tickAt = now;
    }
    this.#receivedAt = now;
    this.#snapshot = snapshot;
    this.#applyGrouping(snapshot);
  }

  /** Sets the grouping of the last snapshot for another zoom; groupings of older snapshots are ignored. */
  setGrouping(sequence: number, grouping: Grouping): void {
    if (this.#snapshot?.sequence === sequence) this.#applyGrouping(grouping);
  }

  /** Moves one drone before the next snapshot, EPSG:3857. Its marker slides from its drawn position. */
  updatePosition(index: number, x: number, y: number): void {
    const row = this.#findRow(index);
    if (!this.#snapshot || !this.#grouping || row < 0) return;
    const { x0, y0, x1, y1 } = this.#snapshot;
    const progress = this.#progress();
    const [nowX, nowY] = interpolatePosition(this.#snapshot, row, progress);
    // The remaining distance takes the remaining time.
    const rewind = progress < snapProgress ? progress / (1 - progress) : 0;
    x0[row] = progress < snapProgress ? nowX - (x - nowX) * rewind : x;
    y0[row] = progress < snapProgress ? nowY - (y - nowY) * rewind : y;
    x1[row] = x;
    y1[row] = y;
    this.#applyGrouping(this.#grouping);
  }

  setOptions(options: DroneLayerOptions): void {
    this.#options = options;
    this.#repaint();
  }

  hitTest(pixel: readonly [number, number]): Hit | null {
    if (!this.#snapshot || !this.#grouping || !this.#visibleFrame) return null;
    return hitTest(this.#snapshot, this.#grouping, this.#visibleFrame, pixel);
  }

  /** Returns a drone's drawn position, EPSG:3857; null if it is not in the last snapshot. */
  getPosition(index: number): [number, number] | null {
    const row = this.#findRow(index);
    return this.#snapshot && row >= 0
      ? interpolatePosition(this.#snapshot, row, this.#visibleFrame?.progress ?? this.#progress())
      : null;
  }

  override render(view: FrameState): HTMLElement {
    this.#frameState = view;
    if (!this.#translate(view)) this.#paint();
    return this.#element;
  }

  override disposeInternal(): void {
    clearTimeout(this.#timer);
    this.#painter.dispose();
    super.disposeInternal();
  }

  #applyGrouping(grouping: Grouping): void {
    if (!this.#snapshot) return;
    this.#grouping = grouping;
    this.#isDataCurrent = false;
    // At most one paint per animation frame.
    if (this.#isFramePending) return;
    this.#isFramePending = true;
    requestAnimationFrame(() => this.#renderFrame());
  }

  /** Paints without rendering the map, as only drones have moved. */
  #repaint(): void {
    if (this.#frameState && this.getVisible()) this.#paint();
  }

  /** Moves the painted canvases to the new view; returns false if they do not cover it. */
  #translate(view: FrameState): boolean {
    const [painted, visible] = [this.#paintedFrame, this.#createPaintFrame(view)];
    if (!painted || painted.resolution !== visible.resolution || painted.pixelRatio !== visible.pixelRatio)
      return false;
    if (painted.width !== visible.width + 2 * marginPx || painted.height !== visible.height + 2 * marginPx)
      return false;
    const snapToPixel = (pixels: number) => Math.round(pixels * visible.pixelRatio) / visible.pixelRatio;
    const dx = snapToPixel((painted.centre[0] - visible.centre[0]) / visible.resolution);
    const dy = snapToPixel((visible.centre[1] - painted.centre[1]) / visible.resolution);
    if (Math.max(Math.abs(dx), Math.abs(dy)) > marginPx) return false;
    this.#element.style.transform = `translate(${dx}px,${dy}px)`;
    this.#visibleFrame = { ...visible, progress: painted.progress };
    return true;
  }

  #paint(): void {
    if (!this.#frameState) return;
    const startedAt = performance.now();
    const visible = this.#createPaintFrame(this.#frameState);
    const frame = { ...visible, width: visible.width + 2 * marginPx, height: visible.height + 2 * marginPx };
    this.#visibleFrame = visible;
    this.#paintedFrame = frame;
    this.#element.style.transform = "";
    if (!this.#isDataCurrent && this.#snapshot && this.#grouping)
      this.#painter.setData(this.#snapshot, this.#grouping.singles);
    this.#isDataCurrent = true;
    this.#painter.paint(frame);
    this.#paintOverlays(frame);
    const elapsedMs = performance.now() - startedAt;
    this.times.count++;
    this.times.total += elapsedMs;
    this.times.longest = Math.max(this.times.longest, elapsedMs);
    this.#scheduleFrame(frame);
  }

  #paintOverlays(frame: PaintFrame): void {
    const [snapshot, grouping] = [this.#snapshot, this.#grouping];
    if (!snapshot || !grouping) return;
    const canvases = { trailsCanvas: this.#trailsCanvas, labelsCanvas: this.#labelsCanvas };
    const { selected, ...options } = this.#options;
    const row = selected === null ? -1 : this.#findRow(selected);
    paintOverlays(canvases, { ...options, snapshot, grouping, frame, selected: row });
  }

  #createPaintFrame({ size, pixelRatio, viewState }: FrameState): PaintFrame {
    const [width = 0, height = 0] = size;
    const [x = 0, y = 0] = viewState.center;
    return {
      width,
      height,
      pixelRatio,
      centre: [x, y],
      resolution: viewState.resolution,
      progress: this.#progress(),
      stale: this.#options.stale,
    };
  }

  #progress(): number {
    if (!this.#options.smooth) return 1;
    return Math.min(1, (performance.now() - this.#receivedAt) / this.#intervalMs);
  }

  /** Schedules the next frame for when a marker has moved by a pixel; none once all have arrived. */
  #scheduleFrame({ progress, resolution, centre }: PaintFrame): void {
    clearTimeout(this.#timer);
    if (progress >= 1 || !this.#snapshot || this.#options.stale) return;
    const delayMs = 1000 / getFrameRate(this.#snapshot.maxSpeed, resolution, centre[1]);
    this.#timer = window.setTimeout(
      () => requestAnimationFrame(() => this.#renderFrame()),
      Math.max(0, delayMs - 8),
    );
  }

  #renderFrame(): void {
    this.#isFramePending = false;
    if (this.disposed) return;
    this.#repaint();
    this.dispatchEvent("rendered");
  }

  #findRow(index: number): number {
    return this.#snapshot ? this.#snapshot.columns.index.indexOf(index) : -1;
  }

  /** Uses the software painter until the lost WebGL context is restored. */
  readonly #handleContextLost = (event: Event): void => {
    event.preventDefault();
    const lost = this.#painter;
    this.#setPainter(createSoftwarePainter());
    event.target?.addEventListener(
      "webglcontextrestored",
      () => {
        this.#setPainter(this.#createPainter(this.#handleContextLost));
        // A browser keeps few contexts: beyond them it takes away the oldest.
        lost.dispose();
      },
      { once: true },
    );
  };

  #setPainter(painter: Painter): void {
    if (this.disposed) return;
    const previous = this.#painter;
    this.#painter = painter;
    this.#mountCanvases();
    // A lost WebGL context must not be disposed, or its restoration would not be reported.
    if (previous.kind === "software") previous.dispose();
    this.#isDataCurrent = false;
    this.#repaint();
  }

  #mountCanvases(): void {
    const { canvas } = this.#painter;
    canvas.style.cssText = "position:absolute;inset:0;width:100%;height:100%";
    canvas.dataset["canvas"] = "marks";
    this.#element.replaceChildren(this.#trailsCanvas, canvas, this.#labelsCanvas);
  }
}
