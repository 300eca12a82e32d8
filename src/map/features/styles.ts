import { asArray } from "ol/color.js";
import type { FeatureLike } from "ol/Feature.js";
import type Point from "ol/geom/Point.js";
import CircleStyle from "ol/style/Circle.js";
import Fill from "ol/style/Fill.js";
import RegularShape from "ol/style/RegularShape.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import type { MapScheme } from "../base/mapColors.ts";
import { worldResolution } from "../drones/data/mercator.ts";
import type { PointShape } from "./shapes.ts";

export const mapFonts =
  '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", "WenQuanYi Micro Hei", sans-serif';

const fillOpacity = 0.14;

/** Projected metres per pixel, about zoom 11. Above it, labels would overlap. */
const maxLabelResolution = 80;

/** Text and halo colour of labels by scheme. */
const labelColors = {
  light: { ink: "#1f2733", halo: "rgba(255, 255, 255, 0.9)" },
  dark: { ink: "#dbe8f6", halo: "rgba(9, 20, 34, 0.9)" },
} as const;

const createTextStyle = (feature: FeatureLike, offsetY: number, scheme: MapScheme) => {
  const label = feature.get("label") as string | undefined;
  if (!label) return {};
  const text = new Text({
    text: label,
    font: `12px ${mapFonts}`,
    offsetY,
    overflow: true,
    fill: new Fill({ color: labelColors[scheme].ink }),
    stroke: new Stroke({ color: labelColors[scheme].halo, width: 3 }),
  });
  return { text };
};

const getColor = (feature: FeatureLike) => String(feature.get("color"));

/** Corners and rotation of the shapes that are not circles. */
const polygonShapes = {
  square: [4, Math.PI / 4],
  hollowSquare: [4, Math.PI / 4],
  diamond: [4, 0],
  triangle: [3, 0],
} as const satisfies Record<Exclude<PointShape, "circle">, readonly [number, number]>;

function createPointImage(shape: PointShape, color: string, radius: number): CircleStyle | RegularShape {
  const isHollow = shape === "hollowSquare";
  const fill = new Fill({ color: isHollow ? "#ffffff" : color });
  const stroke = isHollow ? new Stroke({ color, width: 2.5 }) : new Stroke({ color: "#ffffff", width: 1.5 });
  if (shape === "circle") return new CircleStyle({ radius, fill, stroke });
  const [points, angle] = polygonShapes[shape];
  return new RegularShape({ points, angle, radius: radius * 1.3, fill, stroke });
}

/** A point with its label above. */
export const createPointStyle =
  (scheme: MapScheme) =>
  (feature: FeatureLike, resolution: number): Style => {
    const radius = Number(feature.get("radius"));
    // Seam: `toPointFeature` sets these two from a `MapPoint`.
    const shape = (feature.get("shape") as PointShape | undefined) ?? "circle";
    const minLabelZoom = (feature.get("minLabelZoom") as number | undefined) ?? 0;
    const hasLabel = Math.log2(worldResolution / resolution) >= minLabelZoom;
    return new Style({
      image: createPointImage(shape, getColor(feature), radius),
      ...(hasLabel ? createTextStyle(feature, -radius - 10, scheme) : {}),
    });
  };

/** A line, dashed if the feature's `dashed` is true, on its `edge` if it has one. */
export function createLineStyle(feature: FeatureLike): Style[] {
  const dash = feature.get("dashed") === true ? { lineDash: [8, 6] } : {};
  const width = Number(feature.get("width"));
  // Seam: `toLineFeature` sets it from a `MapLine`.
  const edge = feature.get("edge") as string | undefined;
  const strokes = [
    ...(edge ? [new Stroke({ color: edge, width: width + 3 })] : []),
    new Stroke({ color: getColor(feature), width, ...dash }),
  ];
  return strokes.map((stroke) => new Style({ stroke }));
}

/** Narrower areas are not drawn, CSS pixels. */
const minAreaPixels = 4;

/** An outline and a translucent fill of the same colour, and the label at `labelAt`; no style for tiny areas. */
export const createAreaStyle =
  (scheme: MapScheme) =>
  (feature: FeatureLike, resolution: number): Style | Style[] | undefined => {
    const [west = 0, , east = 0] = feature.getGeometry()?.getExtent() ?? [];
    if (east - west < minAreaPixels * resolution) return undefined;
    const [red = 0, green = 0, blue = 0] = asArray(getColor(feature));
    const isOutline = feature.get("outlineOnly") === true;
    const area = new Style({
      fill: new Fill({ color: [red, green, blue, isOutline ? 0 : fillOpacity] }),
      stroke: new Stroke({
        color: getColor(feature),
        width: 1.6,
        ...(isOutline ? { lineDash: [6, 5] } : {}),
      }),
    });
    // Seam: `useVisibleLabels` sets it.
    const labelAt = feature.get("labelAt") as Point | null | undefined;
    if (!labelAt || resolution > maxLabelResolution) return area;
    return [area, new Style({ geometry: labelAt, ...createTextStyle(feature, 0, scheme) })];
  };
