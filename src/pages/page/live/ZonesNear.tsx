import { Text } from "@mantine/core";
import type { LiveState } from "../../../../adapters/contract/sample.ts";
import { type ZoneRow, zoneKind } from "../../../../adapters/contract/zone.ts";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { metresText } from "./figures.ts";
import { metresToZone } from "./ground.ts";
import { placeOf } from "./placeOf.ts";
import classes from "./TaskPanel.module.css";

const nearMetres = 10_000;
const mostShown = 5;

/** The nearest zones within 10 km, on the ground plan; heights stand beside them. */
export function ZonesNear({
  zones,
  state,
}: {
  readonly zones: readonly ZoneRow[];
  readonly state: LiveState | null;
}) {
  const at = state && placeOf(state);
  if (!at) return <Text size="sm">位置未知，无法判断附近的管制区。</Text>;
  const near = zones
    .map((zone) => ({ zone, metres: metresToZone(zone.shape, at) }))
    .filter(({ metres }) => metres <= nearMetres)
    .sort((a, b) => a.metres - b.metres)
    .slice(0, mostShown);
  if (near.length === 0) return <Text size="sm">10 公里内没有管制区。</Text>;
  return (
    <ul className={classes["zones"]}>
      {near.map(({ zone, metres }) => (
        <li key={zone.id}>
          <StatusTag
            label={zoneKind.label(zone.kind)}
            color={zoneKind.options.find(({ value }) => value === zone.kind)?.color ?? "gray"}
          />
          <span>
            {zone.name}（{zone.floor}–{zone.ceiling} m）
          </span>
          <strong>{metres === 0 ? "范围内" : metresText(metres)}</strong>
        </li>
      ))}
    </ul>
  );
}
