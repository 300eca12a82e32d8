import { useMemo } from "react";
import type { ZoneRow } from "../../../../adapters/contract/zone.ts";
import type { MapScheme } from "../../../map/base/mapColors.ts";
import { Circles } from "../../../map/features/Circles.tsx";
import { Polygons } from "../../../map/features/Polygons.tsx";
import { toZoneCircles, toZonePolygons } from "./zoneShapes.ts";

interface ZoneLayersProps {
  readonly zones: readonly ZoneRow[];
  readonly visible: boolean;
  readonly scheme: MapScheme;
}

/** The controlled zones, drawn as polygons and circles. */
export function ZoneLayers({ zones, visible, scheme }: ZoneLayersProps) {
  const polygons = useMemo(() => toZonePolygons(zones), [zones]);
  const circles = useMemo(() => toZoneCircles(zones), [zones]);
  return (
    <>
      <Polygons polygons={polygons} visible={visible} scheme={scheme} />
      <Circles circles={circles} visible={visible} scheme={scheme} />
    </>
  );
}
