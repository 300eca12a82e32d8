import Feature from "ol/Feature.js";
import MultiLineString from "ol/geom/MultiLineString.js";
import type MapBrowserEvent from "ol/MapBrowserEvent.js";
import { useEffect, useMemo, useRef } from "react";
import { createLineStyle } from "../features/styles.ts";
import { useFeatures } from "../features/useFeatures.ts";
import { useMap } from "../useMap.ts";
import { zOrder } from "../zOrder.ts";
import type { ColoredTrack } from "./coloredTrack.ts";
import { findNearest, type TrackHit } from "./findNearest.ts";
import { fitTracks } from "./fitTracks.ts";

/** One feature for each colour: a track of three hours may change its colour thousands of times. */
function toFeatures({ id, coordinates, runs }: ColoredTrack): Feature[] {
  const byColor = new Map<string, { readonly flat: number[]; readonly ends: number[] }>();
  for (const { color, first, last } of runs) {
    const line = byColor.get(color) ?? { flat: [], ends: [] };
    byColor.set(color, line);
    for (let i = 2 * first; i < 2 * last + 2; i++) line.flat.push(coordinates[i] ?? 0);
    line.ends.push(line.flat.length);
  }
  return [...byColor].map(([color, { flat, ends }]) => {
    const feature = new Feature({ geometry: new MultiLineString(flat, "XY", ends), color, width: 3 });
    feature.setId(`${id} ${color}`);
    return feature;
  });
}

/** CSS pixels around a click in which a track is hit. */
const hitPixels = 12;

interface Props {
  readonly tracks: readonly ColoredTrack[];
  /** Called with the place that was clicked on a track. */
  readonly onPick: (hit: TrackHit) => void;
}

/**
 * Coloured tracks. The view moves to them when other tracks are shown, and again when the map's size changes, as when
 * the curves come, until somebody moves it.
 */
export function Tracks({ tracks, onPick }: Props) {
  const map = useMap();
  const features = useMemo(() => tracks.flatMap(toFeatures), [tracks]);
  useFeatures({ features, style: createLineStyle, zIndex: zOrder.lines });
  const shown = useRef("");
  const fitted = useRef("");
  const names = tracks.map(({ id }) => id).join(",");
  useEffect(() => {
    const view = map.getView();
    const readView = () => `${view.getCenter()} ${view.getResolution()}`;
    const fit = () => {
      fitTracks(map, tracks, 0);
      fitted.current = readView();
    };
    if (shown.current !== names) {
      shown.current = names;
      fit();
    }
    const handleResize = () => {
      if (readView() === fitted.current) fit();
    };
    map.on("change:size", handleResize);
    return () => map.un("change:size", handleResize);
  }, [map, tracks, names]);
  useEffect(() => {
    // Not `singleclick`, which waits 250 ms for a second one.
    const handleClick = ({ coordinate: [x = 0, y = 0] }: MapBrowserEvent) => {
      const resolution = map.getView().getResolution() ?? 1;
      const hit = findNearest(tracks, [x, y], hitPixels * resolution);
      if (hit) onPick(hit);
    };
    map.on("click", handleClick);
    return () => map.un("click", handleClick);
  }, [map, tracks, onPick]);
  return null;
}
