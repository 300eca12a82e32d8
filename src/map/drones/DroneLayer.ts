import Layer from "ol/layer/Layer.js";
import type { FrameState } from "ol/Map.js";
import Source from "ol/source/Source.js";
import { choosePainter } from "./choosePainter.ts";
import type { FleetShot, Grouping } from "./data/fleetShot.ts";
import { worldResolution } from "./data/mercator.ts";
import { type Hit, hitTest } from "./hitTest.ts";
import { drawnAt, firstLabelZoom, paintOverlay, paintTrails } from "./overlay.ts";
import { clean, overlayCanvas } from "./overlayCanvas.ts";
import { pace } from "./pace.ts";
import type { Painter, PaintFrame } from "./painter.ts";
import { softwarePainter } from "./softwarePainter.ts";

const usualPeriodMs = 1000;
/** So far between two shots nothing slides any more. */
const lateShare = 0.9;
/** CSS pixels painted beyond the map on every side: so far the map moves before anything is painted anew. */
const marginPx = 128;

export interface DroneOptions {
  /** Between two shots, or raw: bit for bit where the last sample says. */
  readonly smooth: boolean;
  readonly stale: boolean;
  readonly labels: boolean;
  readonly trails: boolean;
  /** Labels for the dark base map. */
  readonly dark: boolean;
  /** Table index; null for none. */
  readonly selected: number | null;
  /** What stands on a drone's label. */
  readonly name: (index: number) => string;
}

/** How long painting the whole picture took, ms, by the bench; moving a painted picture counts as nothing. */
export interface PaintTimes {
  count: number;
  total: number;
  longest: number;
}

/** All drones in one layer over typed arrays, by the back end that suits the machine. No feature, no state of React. */
export class DroneLayer extends Layer {
  readonly times: PaintTimes = { count: 0, total: 0, longest: 0 };
  readonly #element = document.createElement("div");
  readonly #below = overlayCanvas("trails");
  readonly #above = overlayCanvas("labels");
  readonly #makePainter: (onLost: (event: Event) => void) => Painter;
  #painter: Painter;
  #shot: FleetShot | null = null;
  #grouping: Grouping | null = null;
  #arrived = 0;
  #period = usualPeriodMs;
  #options: DroneOptions = {
    smooth: true,
    stale: false,
    labels: true,
    trails: true,
    dark: false,
    selected: null,
    name: String,
  };
  #view: FrameState | null = null;
  #timer = 0;
  /** Whether the browser was asked for a picture that it has not shown yet. */
  #coming = false;
  /** Whether the painter has the last shot as it is grouped. */
  #loaded = false;
  /** What the canvases hold, margin included. */
  #painted: PaintFrame | null = null;
  /** What is seen of it now. */
  #drawn: PaintFrame | null = null;

  /** @param makePainter the back end; asked again once a lost graphics context is back */
  constructor(makePainter: (onLost: (event: Event) => void) => Painter = choosePainter) {
    super({ source: new Source({}) });
    this.#makePainter = makePainter;
    // Moved as one piece by the compositor while the map is dragged.
    this.#element.style.cssText = `position:absolute;inset:${-marginPx}px;pointer-events:none;will-change:transform`;
    this.#element.dataset["layer"] = "drones";
    this.#painter = makePainter(this.#lost);
    this.#mount();
  }

  get backEnd(): Painter["kind"] {
    return this.#painter.kind;
  }

  /** How far what is drawn lags behind the last sample where it is smoothed, ms. */
  get delay(): number {
    return this.#options.smooth ? this.#period : 0;
  }

  /** Takes a new shot; it is painted at the layer's own pace, without the map around it. */
  take(shot: FleetShot): void {
    const now = performance.now();
    if (this.#shot) {
      const gap = now - this.#arrived;
      // A gap of the connection is no new rhythm.
      if (gap < 3 * usualPeriodMs) this.#period += (Math.max(100, gap) - this.#period) / 4;
    }
    this.#arrived = now;
    this.#shot = shot;
    this.#regroup(shot);
  }

  /** Takes the last shot grouped for another zoom; an answer about an older shot is dropped. */
  regroup(sequence: number, grouping: Grouping): void {
    if (this.#shot?.sequence === sequence) this.#regroup(grouping);
  }

  /** Takes one drone's place, EPSG:3857, before the next shot; where it is drawn goes on from where it was. */
  place(index: number, x: number, y: number): void {
    const row = this.#rowOf(index);
    if (!this.#shot || !this.#grouping || row < 0) return;
    const { x0, y0, x1, y1 } = this.#shot;
    const share = this.#share();
    const [nowX, nowY] = drawnAt(this.#shot, row, share);
    // What is left of the way takes what is left of the time.
    const back = share < lateShare ? share / (1 - share) : 0;
    x0[row] = share < lateShare ? nowX - (x - nowX) * back : x;
    y0[row] = share < lateShare ? nowY - (y - nowY) * back : y;
    x1[row] = x;
    y1[row] = y;
    this.#regroup(this.#grouping);
  }

  adjust(options: DroneOptions): void {
    this.#options = options;
    this.#paintNow();
  }

  hit(pixel: readonly [number, number]): Hit | null {
    if (!this.#shot || !this.#grouping || !this.#drawn) return null;
    return hitTest(this.#shot, this.#grouping, this.#drawn, pixel);
  }

  /** Where a drone is drawn now, EPSG:3857; null where it is not in the last shot. */
  where(index: number): [number, number] | null {
    const row = this.#rowOf(index);
    return this.#shot && row >= 0 ? drawnAt(this.#shot, row, this.#drawn?.share ?? this.#share()) : null;
  }

  override render(view: FrameState): HTMLElement {
    this.#view = view;
    if (!this.#move(view)) this.#paint();
    return this.#element;
  }

  override disposeInternal(): void {
    clearTimeout(this.#timer);
    this.#painter.dispose();
    super.disposeInternal();
  }

  #regroup(grouping: Grouping): void {
    if (!this.#shot) return;
    this.#grouping = grouping;
    this.#loaded = false;
    // A flood of shots is painted no oftener than the screen shows pictures.
    if (this.#coming) return;
    this.#coming = true;
    requestAnimationFrame(() => this.#next());
  }

  /** Paints without asking the map: nothing but the drones has moved. */
  #paintNow(): void {
    if (this.#view && this.getVisible()) this.#paint();
  }

  /** Brings the picture that is there to where the map now looks; false where it does not reach so far. */
  #move(view: FrameState): boolean {
    const [painted, seen] = [this.#painted, this.#frame(view)];
    if (!painted || painted.resolution !== seen.resolution || painted.ratio !== seen.ratio) return false;
    if (painted.width !== seen.width + 2 * marginPx || painted.height !== seen.height + 2 * marginPx)
      return false;
    const whole = (pixels: number) => Math.round(pixels * seen.ratio) / seen.ratio;
    const right = whole((painted.centre[0] - seen.centre[0]) / seen.resolution);
    const down = whole((seen.centre[1] - painted.centre[1]) / seen.resolution);
    if (Math.max(Math.abs(right), Math.abs(down)) > marginPx) return false;
    this.#element.style.transform = `translate(${right}px,${down}px)`;
    this.#drawn = { ...seen, share: painted.share };
    return true;
  }

  #paint(): void {
    if (!this.#view) return;
    const began = performance.now();
    const seen = this.#frame(this.#view);
    const frame = { ...seen, width: seen.width + 2 * marginPx, height: seen.height + 2 * marginPx };
    this.#drawn = seen;
    this.#painted = frame;
    this.#element.style.transform = "";
    if (!this.#loaded && this.#shot && this.#grouping) this.#painter.load(this.#shot, this.#grouping.singles);
    this.#loaded = true;
    this.#painter.paint(frame);
    this.#paintOverlays(frame);
    const took = performance.now() - began;
    this.times.count++;
    this.times.total += took;
    this.times.longest = Math.max(this.times.longest, took);
    this.#schedule(frame);
  }

  #paintOverlays(frame: PaintFrame): void {
    const [shot, grouping] = [this.#shot, this.#grouping];
    if (!shot || !grouping) return;
    const { trails, labels, dark, selected, name } = this.#options;
    const labelled = labels && Math.log2(worldResolution / frame.resolution) >= firstLabelZoom;
    const row = selected === null ? -1 : this.#rowOf(selected);
    const below = clean(this.#below, frame, (trails || row >= 0) && shot.trails.looks.length > 0);
    if (below) paintTrails(below, shot.trails, frame);
    const above = clean(this.#above, frame, labelled || row >= 0 || grouping.clusters.length > 0);
    if (above) paintOverlay(above, { shot, grouping, frame, labelled, dark, selected: row, name });
  }

  #frame({ size, pixelRatio, viewState }: FrameState): PaintFrame {
    const [width = 0, height = 0] = size;
    const [x = 0, y = 0] = viewState.center;
    return {
      width,
      height,
      ratio: pixelRatio,
      centre: [x, y],
      resolution: viewState.resolution,
      share: this.#share(),
      stale: this.#options.stale,
    };
  }

  #share(): number {
    if (!this.#options.smooth) return 1;
    return Math.min(1, (performance.now() - this.#arrived) / this.#period);
  }

  /** The next picture, only as soon as a pixel has moved; none once every marker has arrived. */
  #schedule({ share, resolution, centre }: PaintFrame): void {
    clearTimeout(this.#timer);
    if (share >= 1 || !this.#shot || this.#options.stale) return;
    const wait = 1000 / pace(this.#shot.fastest, resolution, centre[1]);
    this.#timer = window.setTimeout(() => requestAnimationFrame(() => this.#next()), Math.max(0, wait - 8));
  }

  #next(): void {
    this.#coming = false;
    if (this.disposed) return;
    this.#paintNow();
    this.dispatchEvent("drawn");
  }

  #rowOf(index: number): number {
    return this.#shot ? this.#shot.columns.index.indexOf(index) : -1;
  }

  /** The graphics context is gone: the software painter takes over until it is back. */
  readonly #lost = (event: Event): void => {
    event.preventDefault();
    this.#swap(softwarePainter());
    event.target?.addEventListener("webglcontextrestored", () => this.#swap(this.#makePainter(this.#lost)), {
      once: true,
    });
  };

  #swap(painter: Painter): void {
    if (this.disposed) return;
    const before = this.#painter;
    this.#painter = painter;
    this.#mount();
    // A lost painter's context must stay, or nobody would hear of its return.
    if (before.kind === "software") before.dispose();
    this.#loaded = false;
    this.#paintNow();
  }

  #mount(): void {
    const { canvas } = this.#painter;
    canvas.style.cssText = "position:absolute;inset:0;width:100%;height:100%";
    canvas.dataset["canvas"] = "marks";
    this.#element.replaceChildren(this.#below, canvas, this.#above);
  }
}
