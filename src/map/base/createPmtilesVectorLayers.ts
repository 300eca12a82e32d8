import type { FeatureLike } from "ol/Feature.js";
import VectorTileLayer from "ol/layer/VectorTile.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import { PMTilesVectorSource } from "ol-pmtiles";
import { createRetryingSource } from "./createRetryingSource.ts";
import { type MapColors, type MapScheme, mapColors } from "./mapColors.ts";

const fonts =
  '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", "WenQuanYi Micro Hei", sans-serif';
/** Metres per pixel at zoom 0. */
const worldResolution = 156_543.033_928;
/** Waters are simplified with 500 m tolerance; beyond this zoom the corners would show. */
const maxWaterZoom = 9.6;

/** Ranks of boundary lines and labels in the archive. */
const lineRank = { nation: 0, province: 1, city: 2, county: 3, undecided: 4, dash: 5 } as const;
const placeRank = { province: 0, capital: 1, city: 2, county: 3, sea: 4, islands: 5 } as const;

type StyleFunction = (feature: FeatureLike, resolution: number) => Style | Style[] | undefined;

const fill = (color: string, zIndex: number) => new Style({ fill: new Fill({ color }), zIndex });
const stroke = (color: string, width: number, zIndex: number, lineDash?: number[]) =>
  new Style({
    stroke: new Stroke({ color, width, lineJoin: "round", ...(lineDash ? { lineDash } : {}) }),
    zIndex,
  });

/** Creates the style of the embedded base map for one colour scheme; label styles are cached by rank and name. */
function createEmbeddedStyle(colors: MapColors): StyleFunction {
  const boundaries = createBoundaryStyle(colors);
  const labels = createLabelStyle(colors);
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
        return zoom < maxWaterZoom ? lake : undefined;
      case "river":
        return zoom < maxWaterZoom ? river : undefined;
      case "stream":
        return zoom < maxWaterZoom ? stream : undefined;
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

/** Below this zoom, the glow around small islands would merge. */
const minGlowZoom = 6;

function createBoundaryStyle(colors: MapColors): (rank: number, zoom: number) => Style[] | undefined {
  const nation = stroke(colors.nation, 1.2, 8);
  const glowStyles = [stroke(colors.nationGlow, 5, 7), nation];
  const plainStyles = [nation];
  const stylesByRank: Record<number, Style[]> = {
    [lineRank.province]: [stroke(colors.province, 1, 6)],
    [lineRank.city]: [stroke(colors.city, 0.8, 5)],
    [lineRank.county]: [stroke(colors.county, 0.8, 5, [4, 3])],
    [lineRank.undecided]: [stroke(colors.nation, 1.4, 8, [6, 4])],
    [lineRank.dash]: [stroke(colors.nation, 2.4, 8)],
  };
  return (rank, zoom) =>
    rank === lineRank.nation ? (zoom < minGlowZoom ? plainStyles : glowStyles) : stylesByRank[rank];
}

function createLabelStyle(colors: MapColors) {
  const styleCache = new Map<string, Style>();
  return (feature: FeatureLike, zoom: number, kind: "country" | "place"): Style | undefined => {
    const rank = kind === "country" ? -1 : Number(feature.get("k"));
    if (rank === placeRank.province && zoom >= 5.4) return undefined;
    if (rank === placeRank.capital && zoom < 5.4) return undefined;
    const name = String(feature.get("n"));
    const key = `${rank} ${name}`;
    const cached = styleCache.get(key);
    if (cached) return cached;
    // Labels that overlap give way to higher ones. An island without its label would look like one left out.
    const zIndex = 20 - rank + (name === "台湾" ? 2 : 0);
    const style = new Style({ text: createLabelText(colors, rank, name), zIndex });
    styleCache.set(key, style);
    return style;
  };
}

function createLabelText(colors: MapColors, rank: number, name: string): Text {
  const isSpaced = rank === placeRank.sea || rank === -1;
  const text = isSpaced ? [...name].join(" ") : name;
  const size = rank === placeRank.capital ? 13 : rank === placeRank.county || rank === -1 ? 11 : 12;
  const color =
    rank === placeRank.sea || rank === placeRank.islands
      ? colors.seaLabel
      : rank === placeRank.province || rank === placeRank.capital
        ? colors.labels.large
        : rank === placeRank.city
          ? colors.labels.middle
          : colors.labels.small;
  const halo =
    rank === placeRank.sea || rank === placeRank.islands
      ? colors.sea
      : rank === -1
        ? colors.land
        : colors.china;
  return new Text({
    text,
    font: `${rank === placeRank.capital ? 600 : 400} ${size}px ${fonts}`,
    fill: new Fill({ color }),
    stroke: new Stroke({ color: halo, width: 3 }),
    overflow: true,
  });
}

/** Creates the layer of a vector archive built by `tools/geo`, in the console's colours. */
export function createPmtilesVectorLayers(
  scheme: MapScheme,
  url: string,
  attribution: string,
): VectorTileLayer[] {
  const colors = mapColors[scheme];
  const layer = new VectorTileLayer({
    style: createEmbeddedStyle(colors),
    background: colors.sea,
    declutter: true,
    renderBuffer: 64,
  });
  const source = createRetryingSource(url, () => layer.getSource() === null);
  // The library accepts a URL or a source, but its type demands both.
  const sourceUrl = source as typeof source & string;
  layer.setSource(new PMTilesVectorSource({ url: sourceUrl, attributions: [attribution] }));
  return [layer];
}
