import { alarmPriority } from "../../adapters/contract/alarm.ts";
import { linkState, linkStates } from "../../adapters/contract/flight.ts";
import type { WallShows } from "../../adapters/contract/screen.ts";
import type { ShownRanges } from "../alarms/shownRanges.ts";
import type { LinkTally } from "../telemetry/feed/sentTallies.ts";

/** What the platform knows that a screen shows. */
interface ExpectedPicture {
  readonly drones: LinkTally;
  /** Null where they are not known. */
  readonly alarms: ShownRanges | null;
}

/** What a screen shows otherwise than the platform, in words; empty where it shows the same. */
export function describeDifference(shows: WallShows, { drones, alarms }: ExpectedPicture): string {
  const ofDrones = linkStates.flatMap((state) => {
    const [shown, expected] = [shows.drones[state], drones[state]];
    return shown === expected ? [] : [`链路${linkState.label(state)} ${shown} 架，平台 ${expected} 架`];
  });
  const ofAlarms = alarmPriority.schema.options.flatMap((priority) => {
    const [shown, range] = [shows.alarms?.[priority], alarms?.[priority]];
    if (shown === undefined || !range || (shown >= range.least && shown <= range.most)) return [];
    const expected = shown < range.least ? range.least : range.most;
    return [`${alarmPriority.label(priority)}告警 ${shown} 条，平台 ${expected} 条`];
  });
  return [...ofDrones, ...ofAlarms].join("；");
}
