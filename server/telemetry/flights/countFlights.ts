import { hasPositionAlarm, isPositionFrozen } from "../../../adapters/contract/droneState.ts";
import type { FleetCounts } from "../../../adapters/contract/fleetFrame.ts";
import { linkStates } from "../../../adapters/contract/flight.ts";
import type { FeedRegistry } from "../feed/feedRegistry.ts";

const [fresh, delayed] = [linkStates.indexOf("fresh"), linkStates.indexOf("delayed")];

/** Counts all flights of started tasks, for the list and for the head of each frame: there is one truth. */
export function countFlights({
  fleet,
  slots,
  count,
  getStage,
}: Pick<FeedRegistry, "fleet" | "slots" | "count" | "getStage">): FleetCounts {
  const { link, alarms } = fleet.columns;
  const counts = { flying: 0, lost: 0, delayed: 0, positionAlarm: 0, positionFrozen: 0 };
  for (let i = 0; i < count(); i++) {
    const slot = slots[i] ?? 0;
    const stage = getStage(slot);
    // Between two flights a drone may be switched off: that is no loss.
    if (stage === "idle") continue;
    if (stage === "inAir") counts.flying += 1;
    const state = link[slot] ?? fresh;
    if (state > delayed) counts.lost += 1;
    else if (state === delayed) counts.delayed += 1;
    if (hasPositionAlarm(alarms[slot])) counts.positionAlarm += 1;
    if (isPositionFrozen(alarms[slot])) counts.positionFrozen += 1;
  }
  return counts;
}
