import type { FeatureLike } from "ol/Feature.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import type { MapColors } from "./mapColors.ts";

const fonts =
  '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", "WenQuanYi Micro Hei", sans-serif';
/** Metres a pixel at zoom 0. */
const worldResolution = 156_543.033_928;
/** From here on the waters' 500 m tolerance shows as corners. */
const lastWaterZoom = 9.6;

/** Ranks of the archive's boundary lines, and of its labels. */
const line = { nation: 0, province: 1, city: 2, county: 3, undecided: 4, dash: 5 } as const;
const place = { province: 0, capital: 1, city: 2, county: 3, sea: 4, islands: 5 } as const;

type Draw = (feature: FeatureLike, resolution: number) => Style | Style[] | undefined;

const fill = (color: string, zIndex: number) => new Style({ fill: new Fill({ color }), zIndex });
const stroke = (color: string, width: number, zIndex: number, lineDash?: number[]) =>
  new Style({
    stroke: new Stroke({ color, width, lineJoin: "round", ...(lineDash ? { lineDash } : {}) }),
    zIndex,
  });

/** How the embedded base map's features look in one scheme; label styles are made once a name. */
export function embeddedStyle(colors: MapColors): Draw {
  const boundaries = boundaryStyles(colors);
  const labels = labelStyles(colors);
  const land = fill(colors.land, 1);
  const china = fill(colors.china, 2);
  const lake = fill(colors.lake, 3);
  const river = fill(colors.river, 3);
  const stream = stroke(colors.river, 1, 3);
  const border = stroke(colors.border, 1, 4);
  return (feature, resolution) => {
    const zoom = Math.log2(worldResolution / resolution);
    switch (feature.get("layer")) {
      case "land":
        return land;
      case "china":
        return china;
      case "lake":
        return zoom < lastWaterZoom ? lake : undefined;
      case "river":
        return zoom < lastWaterZoom ? river : undefined;
      case "stream":
        return zoom < lastWaterZoom ? stream : undefined;
      case "border":
        return border;
      case "boundary":
        return boundaries(Number(feature.get("k")), zoom);
      case "country":
        return labels(feature, zoom, "country");
      case "place":
        return labels(feature, zoom, "place");
      default:
        return undefined;
    }
  };
}

/** Below this the glow of small islands would run together. */
const glowZoom = 6;

function boundaryStyles(colors: MapColors): (rank: number, zoom: number) => Style[] | undefined {
  const nation = stroke(colors.nation, 1.2, 8);
  const glowing = [stroke(colors.nationGlow, 5, 7), nation];
  const plain = [nation];
  const others: Record<number, Style[]> = {
    [line.province]: [stroke(colors.province, 1, 6)],
    [line.city]: [stroke(colors.city, 0.8, 5)],
    [line.county]: [stroke(colors.county, 0.8, 5, [4, 3])],
    [line.undecided]: [stroke(colors.nation, 1.4, 8, [6, 4])],
    [line.dash]: [stroke(colors.nation, 2.4, 8)],
  };
  return (rank, zoom) => (rank === line.nation ? (zoom < glowZoom ? plain : glowing) : others[rank]);
}

function labelStyles(colors: MapColors) {
  const made = new Map<string, Style>();
  return (feature: FeatureLike, zoom: number, of: "country" | "place"): Style | undefined => {
    const rank = of === "country" ? -1 : Number(feature.get("k"));
    if (rank === place.province && zoom >= 5.4) return undefined;
    if (rank === place.capital && zoom < 5.4) return undefined;
    const name = String(feature.get("n"));
    const key = `${rank} ${name}`;
    const known = made.get(key);
    if (known) return known;
    const style = new Style({ text: labelText(colors, rank, name), zIndex: 20 - rank });
    made.set(key, style);
    return style;
  };
}

function labelText(colors: MapColors, rank: number, name: string): Text {
  const wide = rank === place.sea || rank === -1;
  const text = wide ? [...name].join(" ") : name;
  const size = rank === place.capital ? 13 : rank === place.county || rank === -1 ? 11 : 12;
  const color =
    rank === place.sea || rank === place.islands
      ? colors.seaLabel
      : rank === place.province || rank === place.capital
        ? colors.labels.large
        : rank === place.city
          ? colors.labels.middle
          : colors.labels.small;
  const halo =
    rank === place.sea || rank === place.islands ? colors.sea : rank === -1 ? colors.land : colors.china;
  return new Text({
    text,
    font: `${rank === place.capital ? 600 : 400} ${size}px ${fonts}`,
    fill: new Fill({ color }),
    stroke: new Stroke({ color: halo, width: 3 }),
    overflow: true,
  });
}
