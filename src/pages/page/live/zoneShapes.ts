import { type ZoneRow, zoneKind } from "../../../../adapters/contract/zone.ts";
import type { MapCircle, MapPolygon } from "../../../map/features/shapes.ts";

/** Colours by kind. Labels name the kind too, so that nothing depends on colour alone. */
const kindColors: Readonly<Record<ZoneRow["kind"], string>> = {
  noFly: "#d6293e",
  limited: "#e8590c",
  warning: "#d99000",
  fence: "#1c7ed6",
  temporary: "#7950f2",
};

/** Prefixes the name with the kind, unless the name contains it. */
export function formatZoneLabel({ name, kind }: Pick<ZoneRow, "name" | "kind">): string {
  const kindLabel = zoneKind.label(kind);
  return name.includes(kindLabel) ? name : `${kindLabel} ${name}`;
}

export const toZonePolygons = (zones: readonly ZoneRow[]): readonly MapPolygon[] =>
  zones.flatMap((zone) =>
    zone.shape.type === "Polygon"
      ? [
          {
            id: zone.id,
            rings: zone.shape.coordinates,
            color: kindColors[zone.kind],
            label: formatZoneLabel(zone),
          },
        ]
      : [],
  );

export const toZoneCircles = (zones: readonly ZoneRow[]): readonly MapCircle[] =>
  zones.flatMap((zone) =>
    zone.shape.type === "Circle"
      ? [
          {
            id: zone.id,
            centre: zone.shape.center,
            radius: zone.shape.radius,
            color: kindColors[zone.kind],
            label: formatZoneLabel(zone),
          },
        ]
      : [],
  );
