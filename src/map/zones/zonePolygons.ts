import { type ZoneRow, zoneKind, zoneState } from "../../../adapters/contract/zone.ts";
import { formatTime } from "../../ui/format/formatTime.ts";
import type { MapPolygon } from "../features/shapes.ts";
import { toZoneRings } from "./zoneRings.ts";

const zoneColors: Readonly<Record<ZoneRow["kind"], string>> = {
  noFly: "#d6293e",
  limited: "#e8590c",
  warning: "#d99000",
  fence: "#1c7ed6",
  temporary: "#7950f2",
};
const greyColor = "#868e96";

/**
 * The colour of a kind; that of warnings for one that only another platform has. Labels name the kind too, so that
 * nothing depends on colour alone.
 */
export const getZoneColor = (kind: ZoneRow["kind"]): string =>
  Object.hasOwn(zoneColors, kind) ? zoneColors[kind] : zoneColors.warning;

/** Prefixes the name with the kind, unless the name contains it. */
export function formatZoneLabel({ name, kind }: Pick<ZoneRow, "name" | "kind">): string {
  const kindLabel = zoneKind.label(kind);
  return name.includes(kindLabel) ? name : `${kindLabel} ${name}`;
}

/** The state in words if the zone is not in force: `待生效，11-26 08:00 起`. */
export function formatZoneState({ state, stateUntil }: Pick<ZoneRow, "state" | "stateUntil">): string {
  if (state === "inForce") return "";
  const start = state === "coming" && stateUntil ? `，${formatTime(stateUntil).slice(5, 16)} 起` : "";
  return `${zoneState.label(state)}${start}`;
}

/**
 * Zones as polygons: filled while in force, dashed and empty before and after.
 * @param coloured ids of the zones that are drawn in the colour of their kind, the others in grey; all by default
 */
export const toZonePolygons = (
  zones: readonly ZoneRow[],
  coloured?: ReadonlySet<string>,
): readonly MapPolygon[] =>
  zones.map((zone) => {
    const state = formatZoneState(zone);
    const isGrey = zone.state === "over" || zone.state === "disabled" || coloured?.has(zone.id) === false;
    return {
      id: zone.id,
      rings: toZoneRings(zone.shape),
      color: isGrey ? greyColor : getZoneColor(zone.kind),
      outlineOnly: zone.state !== "inForce",
      label: state ? `${formatZoneLabel(zone)}（${state}）` : formatZoneLabel(zone),
    };
  });
