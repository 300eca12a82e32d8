import { useMemo } from "react";
import type { ZoneRow } from "../../../adapters/contract/zone.ts";
import type { MapScheme } from "../base/mapColors.ts";
import { Polygons } from "../features/Polygons.tsx";
import { toZonePolygons } from "./zonePolygons.ts";

interface ZoneLayersProps {
  readonly zones: readonly ZoneRow[];
  readonly visible?: boolean;
  /** Ids of the zones in colour, the others are grey; all by default. */
  readonly coloured?: ReadonlySet<string>;
  readonly scheme: MapScheme;
}

/** The controlled zones, drawn by kind and state. */
export function ZoneLayers({ zones, visible = true, coloured, scheme }: ZoneLayersProps) {
  const polygons = useMemo(() => toZonePolygons(zones, coloured), [zones, coloured]);
  return <Polygons polygons={polygons} visible={visible} scheme={scheme} />;
}
