import type { FlightPhase } from "../../../../../adapters/contract/flight.ts";

/** An autopilot's mode as HEARTBEAT reports it. */
export interface AutopilotMode {
  /** MAV_TYPE. */
  readonly vehicle: number;
  /** MAV_AUTOPILOT. */
  readonly autopilot: number;
  /** MAV_MODE_FLAG. */
  readonly baseMode: number;
  readonly customMode: number;
}

/** MAV_LANDED_STATE. */
export const landedStates = { onGround: 1, inAir: 2, takeoff: 3, landing: 4 } as const;

const armedFlag = 128;
const autopilots = { ardupilot: 3, px4: 12 } as const;
const fixedWing = 1;
/** MAV_TYPE of VTOL planes, which have the modes of planes. */
const [firstVtol, lastVtol] = [19, 25];

/** Modes that fly by themselves, by number; all others follow the pilot's sticks. */
type Modes = Readonly<Record<number, FlightPhase>>;
/** AUTO; RTL, SMART_RTL, AUTO_RTL; LAND; BRAKE; AVOID_ADSB. */
const copterModes: Modes = {
  3: "mission",
  6: "returning",
  21: "returning",
  27: "returning",
  9: "landing",
  17: "hover",
  19: "avoiding",
};
/** AUTO; RTL, QRTL; QLAND; LOITER; TAKEOFF; AVOID_ADSB. */
const planeModes: Modes = {
  10: "mission",
  11: "returning",
  21: "returning",
  20: "landing",
  12: "hover",
  13: "takeoff",
  14: "avoiding",
};
/** PX4's main mode AUTO by its sub mode: TAKEOFF, LOITER, MISSION, RTL, LAND, PRECLAND. */
const px4AutoModes: Modes = {
  2: "takeoff",
  3: "hover",
  4: "mission",
  5: "returning",
  6: "landing",
  9: "landing",
};
const px4AutoMain = 4;

/**
 * The phase of a drone by the state of its landing and its mode; null where the autopilot reports no such state.
 * @param hasFlown whether it was in the air before
 */
export function toMavlinkPhase(
  landedState: number | null,
  mode: AutopilotMode | null,
  hasFlown: boolean,
): FlightPhase | null {
  switch (landedState) {
    case landedStates.onGround:
      if (hasFlown) return "landed";
      return mode && (mode.baseMode & armedFlag) !== 0 ? "preparing" : "standby";
    case landedStates.takeoff:
      return "takeoff";
    case landedStates.landing:
      return "landing";
    case landedStates.inAir:
      return toFlyingPhase(mode);
    default:
      return null;
  }
}

function toFlyingPhase(mode: AutopilotMode | null): FlightPhase {
  if (mode?.autopilot === autopilots.px4) {
    const main = (mode.customMode >>> 16) & 0xff;
    const sub = mode.customMode >>> 24;
    return (main === px4AutoMain ? px4AutoModes[sub] : undefined) ?? "manual";
  }
  if (mode?.autopilot !== autopilots.ardupilot) return "manual";
  const isPlane = mode.vehicle === fixedWing || (mode.vehicle >= firstVtol && mode.vehicle <= lastVtol);
  return (isPlane ? planeModes : copterModes)[mode.customMode] ?? "manual";
}
