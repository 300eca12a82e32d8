import { type ZoneRow, zoneKind } from "../../../../adapters/contract/zone.ts";
import type { MapCircle, MapPolygon } from "../../../map/features/shapes.ts";

/** A colour a kind; its word stands beside it wherever colour alone would have to be read. */
const colors: Readonly<Record<ZoneRow["kind"], string>> = {
  noFly: "#d6293e",
  limited: "#e8590c",
  warning: "#d99000",
  fence: "#1c7ed6",
  temporary: "#7950f2",
};

/** The kind before the name, unless the name says it already. */
export function zoneLabel({ name, kind }: Pick<ZoneRow, "name" | "kind">): string {
  const word = zoneKind.label(kind);
  return name.includes(word) ? name : `${word} ${name}`;
}

export const zonePolygons = (zones: readonly ZoneRow[]): readonly MapPolygon[] =>
  zones.flatMap((zone) =>
    zone.shape.type === "Polygon"
      ? [{ id: zone.id, rings: zone.shape.coordinates, color: colors[zone.kind], label: zoneLabel(zone) }]
      : [],
  );

export const zoneCircles = (zones: readonly ZoneRow[]): readonly MapCircle[] =>
  zones.flatMap((zone) =>
    zone.shape.type === "Circle"
      ? [
          {
            id: zone.id,
            centre: zone.shape.center,
            radius: zone.shape.radius,
            color: colors[zone.kind],
            label: zoneLabel(zone),
          },
        ]
      : [],
  );
