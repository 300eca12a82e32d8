import { asArray } from "ol/color.js";
import type { FeatureLike } from "ol/Feature.js";
import CircleStyle from "ol/style/Circle.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import type { MapScheme } from "../base/mapColors.ts";

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

/** A dot with its label above. */
export const createPointStyle =
  (scheme: MapScheme) =>
  (feature: FeatureLike): Style =>
    new Style({
      image: new CircleStyle({
        radius: Number(feature.get("radius")),
        fill: new Fill({ color: getColor(feature) }),
        stroke: new Stroke({ color: "#ffffff", width: 1.5 }),
      }),
      ...createTextStyle(feature, -Number(feature.get("radius")) - 10, scheme),
    });

/** A line, dashed if the feature's `dashed` is true. */
export function createLineStyle(feature: FeatureLike): Style {
  const dash = feature.get("dashed") === true ? { lineDash: [8, 6] } : {};
  const stroke = new Stroke({ color: getColor(feature), width: Number(feature.get("width")), ...dash });
  return new Style({ stroke });
}

/** Narrower areas are not drawn, CSS pixels. */
const minAreaPixels = 4;

/** An outline and a translucent fill of the same colour; no style for tiny areas. */
export const createAreaStyle =
  (scheme: MapScheme) =>
  (feature: FeatureLike, resolution: number): Style | undefined => {
    const [west = 0, , east = 0] = feature.getGeometry()?.getExtent() ?? [];
    if (east - west < minAreaPixels * resolution) return undefined;
    const [red = 0, green = 0, blue = 0] = asArray(getColor(feature));
    return new Style({
      fill: new Fill({ color: [red, green, blue, fillOpacity] }),
      stroke: new Stroke({ color: getColor(feature), width: 1.6 }),
      ...(resolution <= maxLabelResolution ? createTextStyle(feature, 0, scheme) : {}),
    });
  };
