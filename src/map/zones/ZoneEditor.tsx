import { all, noModifierKeys, primaryAction } from "ol/events/condition.js";
import Feature from "ol/Feature.js";
import Circle from "ol/geom/Circle.js";
import type Geometry from "ol/geom/Geometry.js";
import LineString from "ol/geom/LineString.js";
import MultiPoint from "ol/geom/MultiPoint.js";
import Polygon from "ol/geom/Polygon.js";
import Draw from "ol/interaction/Draw.js";
import Modify from "ol/interaction/Modify.js";
import Snap from "ol/interaction/Snap.js";
import VectorLayer from "ol/layer/Vector.js";
import { fromLonLat, toLonLat } from "ol/proj.js";
import VectorSource from "ol/source/Vector.js";
import CircleStyle from "ol/style/Circle.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import { useEffect, useEffectEvent } from "react";
import type { ZoneShape } from "../../../adapters/contract/zone.ts";
import { useLayer } from "../useLayer.ts";
import { useMap } from "../useMap.ts";
import { zOrder } from "../zOrder.ts";
import { toZoneRings } from "./zoneRings.ts";

type Point = [number, number];

/** Decimal places of degrees, about 1 cm. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1e7) / 1e7;

/** A projected coordinate in degrees. */
function toDegrees(coordinate: readonly number[]): Point {
  const [lng = 0, lat = 0] = toLonLat([...coordinate]);
  return [roundDegrees(lng), roundDegrees(lat)];
}

/** How many projected metres are one metre on the ground. */
const getScale = (lat: number) => 1 / Math.cos((lat * Math.PI) / 180);

/** A shape as the geometry that the user edits: circles stay circles, corridors are their middle lines. */
function toGeometry(shape: ZoneShape): Polygon | Circle | LineString {
  switch (shape.type) {
    case "Polygon":
      return new Polygon(shape.coordinates.map((ring) => ring.map((point) => fromLonLat([...point]))));
    case "Circle":
      return new Circle(fromLonLat([...shape.center]), shape.radius * getScale(shape.center[1]));
    case "Corridor":
      return new LineString(shape.line.map((point) => fromLonLat([...point])));
  }
}

/** The projected points that the user can drag: corners, or a circle's centre and a point on it. */
function getHandles(geometry: Polygon | Circle | LineString): number[][] {
  if (geometry instanceof Polygon) return geometry.getCoordinates().flat();
  if (geometry instanceof LineString) return geometry.getCoordinates();
  return [geometry.getCenter(), geometry.getLastCoordinate()];
}

/** The shape of a drawn or edited geometry; lines become corridors of that width in metres. */
function fromGeometry(geometry: Geometry, width: number): ZoneShape | null {
  if (geometry instanceof Polygon)
    return { type: "Polygon", coordinates: geometry.getCoordinates().map((ring) => ring.map(toDegrees)) };
  if (geometry instanceof Circle) {
    const center = toDegrees(geometry.getCenter());
    return { type: "Circle", center, radius: Math.round(geometry.getRadius() / getScale(center[1])) };
  }
  if (geometry instanceof LineString)
    return { type: "Corridor", line: geometry.getCoordinates().map(toDegrees), width };
  return null;
}

/** What a click on the map does: `edit` moves corners, `hole` and `cut` draw into a polygon. */
type ZoneTool = "Polygon" | "Circle" | "Corridor" | "hole" | "cut" | "edit";

const color = "#0b7285";
const line = new Stroke({ color, width: 2.5 });
const corner = new CircleStyle({
  radius: 5,
  fill: new Fill({ color: "#ffffff" }),
  stroke: new Stroke({ color, width: 2 }),
});
const drawStyle = new Style({
  stroke: new Stroke({ color, width: 2.5, lineDash: [8, 5] }),
  fill: new Fill({ color: "rgba(11, 114, 133, 0.14)" }),
  image: corner,
});
const areaStyle = new Style({ stroke: line, fill: new Fill({ color: "rgba(11, 114, 133, 0.14)" }) });
const cornerStyle = new Style({ image: corner });
/** A right click opens no menu here, but it must not add a point either. */
const condition = all(noModifierKeys, primaryAction);
const createLayer = () => new VectorLayer({ source: new VectorSource(), style: areaStyle });
const keepsEscape = "data-mantine-stop-propagation";
const drawTypes = {
  Polygon: "Polygon",
  Circle: "Circle",
  Corridor: "LineString",
  hole: "Polygon",
  cut: "LineString",
} as const;

interface Props {
  readonly shape: ZoneShape | null;
  readonly tool: ZoneTool;
  /** Whole width of a new corridor in metres. */
  readonly width: number;
  readonly onChange: (shape: ZoneShape) => void;
  /** A line was drawn with `cut`. */
  readonly onCut?: (line: readonly (readonly [number, number])[]) => void;
  /** A finished line of `cut`, drawn over the shape. */
  readonly cut?: readonly (readonly [number, number])[];
}

/**
 * Draws a shape and lets the user edit it: drag corners and edges, Alt and a click removes a corner, Escape drops the
 * drawing, Backspace its last point.
 */
export default function ZoneEditor({ shape, tool, width, onChange, onCut, cut }: Props) {
  const map = useMap();
  const area = useLayer(createLayer, zOrder.measure);
  const handles = useLayer(createLayer, zOrder.measure + 1);
  const report = useEffectEvent(onChange);
  const reportCut = useEffectEvent((points: readonly (readonly [number, number])[]) => onCut?.(points));
  useEffect(() => {
    const source = area?.getSource();
    const handleSource = handles?.getSource();
    if (!source || !handleSource) return;
    source.clear();
    handleSource.clear();
    if (cut && cut.length > 1) {
      const cutLine = toGeometry({ type: "Corridor", line: cut.map(([lng, lat]) => [lng, lat]), width: 1 });
      const feature = new Feature(cutLine);
      feature.setStyle(drawStyle);
      source.addFeature(feature);
    }
    if (!shape) return;
    const rings = toZoneRings(shape).map((ring) => ring.map((point) => fromLonLat([...point])));
    source.addFeature(new Feature(new Polygon(rings)));
    if (tool !== "edit") return;
    const geometry = toGeometry(shape);
    const edited = new Feature(geometry);
    edited.setStyle([
      new Style({ stroke: new Stroke({ color, width: 2.5, lineDash: [8, 5] }) }),
      new Style({ image: corner, geometry: () => new MultiPoint(getHandles(geometry)) }),
    ]);
    handleSource.addFeature(edited);
    const modify = new Modify({ source: handleSource, style: cornerStyle });
    modify.on("modifyend", () => {
      const next = fromGeometry(geometry, shape.type === "Corridor" ? shape.width : width);
      if (next) report(next);
    });
    map.addInteraction(modify);
    return () => {
      map.removeInteraction(modify);
      modify.dispose();
    };
  }, [map, area, handles, shape, tool, width, cut]);

  useEffect(() => {
    const source = area?.getSource();
    if (!source || tool === "edit") return;
    const draw = new Draw({ type: drawTypes[tool], style: drawStyle, condition, stopClick: true });
    const snap = new Snap({ source });
    draw.on("drawend", ({ feature }) => {
      const geometry = feature.getGeometry();
      const drawn = geometry ? fromGeometry(geometry, width) : null;
      if (!drawn) return;
      if (tool === "cut" && drawn.type === "Corridor") reportCut(drawn.line);
      else if (tool !== "hole") report(drawn);
      else if (shape?.type === "Polygon" && drawn.type === "Polygon")
        report({ type: "Polygon", coordinates: [...shape.coordinates, ...drawn.coordinates] });
    });
    const target = map.getTargetElement();
    // Mantine's dialogs leave an Escape alone whose target has this attribute.
    const handleStart = () => target.setAttribute(keepsEscape, "true");
    const handleEnd = () => target.removeAttribute(keepsEscape);
    draw.on("drawstart", handleStart);
    draw.on(["drawend", "drawabort"], handleEnd);
    const handleKey = ({ key }: KeyboardEvent) => {
      if (key === "Backspace") draw.removeLastPoint();
      if (key === "Escape") draw.abortDrawing();
    };
    target.addEventListener("keydown", handleKey);
    map.addInteraction(draw);
    map.addInteraction(snap);
    return () => {
      handleEnd();
      target.removeEventListener("keydown", handleKey);
      for (const interaction of [draw, snap]) {
        map.removeInteraction(interaction);
        interaction.dispose();
      }
    };
  }, [map, area, tool, width, shape]);
  return null;
}

/** Moves the view to a shape once, when the map opens. */
export function FitShape({ shape }: { readonly shape: ZoneShape }) {
  const map = useMap();
  const fit = useEffectEvent(() => {
    const extent = toGeometry(shape).getExtent();
    map.getView().fit(extent, { padding: [60, 60, 60, 60], maxZoom: 16 });
  });
  useEffect(() => fit(), [map]);
  return null;
}
