/** What the simulator can let go wrong. */
export const faultNames = [
  "linkLoss",
  "lowBattery",
  "gpsLoss",
  "stalled",
  "drift",
  "zoneBreach",
  "aircraftNear",
  "slowLink",
  "criticalBattery",
  "shortOfReturn",
  "tooHigh",
  "forcedLanding",
  "flyAway",
  "positionJump",
  "strongWind",
] as const;
export type SimulatedFault = (typeof faultNames)[number];
