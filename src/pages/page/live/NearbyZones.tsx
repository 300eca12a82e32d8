import { Text } from "@mantine/core";
import type { LiveState } from "../../../../adapters/contract/sample.ts";
import { type ZoneRow, zoneKind } from "../../../../adapters/contract/zone.ts";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { formatDistance } from "./flightMetrics.ts";
import { distanceToZone } from "./geometry.ts";
import classes from "./TaskPanel.module.css";
import { toLngLat } from "./toLngLat.ts";

const maxDistanceMetres = 10_000;
const maxZones = 5;

/** The nearest zones within 10 km, on the ground plan; heights stand beside them. */
export function NearbyZones({
  zones,
  state,
}: {
  readonly zones: readonly ZoneRow[];
  readonly state: LiveState | null;
}) {
  const at = state && toLngLat(state);
  if (!at) return <Text size="sm">位置未知，无法判断附近的管制区。</Text>;
  const nearby = zones
    .map((zone) => ({ zone, metres: distanceToZone(zone.shape, at) }))
    .filter(({ metres }) => metres <= maxDistanceMetres)
    .sort((a, b) => a.metres - b.metres)
    .slice(0, maxZones);
  if (nearby.length === 0) return <Text size="sm">10 公里内没有管制区。</Text>;
  return (
    <ul className={classes["zones"]}>
      {nearby.map(({ zone, metres }) => (
        <li key={zone.id}>
          <StatusTag
            label={zoneKind.label(zone.kind)}
            color={zoneKind.options.find(({ value }) => value === zone.kind)?.color ?? "gray"}
          />
          <span>
            {zone.name}（{zone.floor}–{zone.ceiling} m）
          </span>
          <strong>{metres === 0 ? "范围内" : formatDistance(metres)}</strong>
        </li>
      ))}
    </ul>
  );
}
