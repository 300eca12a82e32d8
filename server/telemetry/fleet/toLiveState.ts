import { flightPhases, positionFixes } from "../../../adapters/contract/flight.ts";
import { type LiveState, rcLostActions, sampleGroupNames } from "../../../adapters/contract/sample.ts";
import type { Fleet } from "./fleet.ts";
import type { SampleField } from "./sampleColumns.ts";

/** Converts a flight's known values to the contract's `LiveState`; null before the first sample. */
export function toLiveState(fleet: Fleet, slot: number, taskId: string, droneSn: string): LiveState | null {
  const roundOrNull = (value: number | undefined) =>
    value === undefined || Number.isNaN(value) ? null : Math.round(value * 1_000) / 1_000;
  const getValue = (field: SampleField) => roundOrNull(fleet.values[field][slot]);
  const getEnumName = <T>(names: readonly T[], field: SampleField) => names[getValue(field) ?? -1] ?? null;
  const tSrc = roundOrNull(fleet.tSrc[slot]);
  if (tSrc === null) return null;
  // Seam below: one entry a group, which the type of `fromEntries` loses.
  const times = sampleGroupNames.map((group) => [group, roundOrNull(fleet.groupAt[group][slot])] as const);
  return {
    taskId,
    droneSn,
    seq: fleet.seq[slot] ?? 0,
    tSrc,
    lat: getValue("lat"),
    lon: getValue("lon"),
    hEll: getValue("hEll"),
    hRel: getValue("hRel"),
    hAgl: getValue("hAgl"),
    vH: getValue("vH"),
    vV: getValue("vV"),
    fix: getEnumName(positionFixes, "fix"),
    sats: getValue("sats"),
    heading: getValue("heading"),
    pitch: getValue("pitch"),
    roll: getValue("roll"),
    batPct: getValue("batPct"),
    tRemain: getValue("tRemain"),
    rthPct: getValue("rthPct"),
    landPct: getValue("landPct"),
    homeDist: getValue("homeDist"),
    homeLat: getValue("homeLat"),
    homeLon: getValue("homeLon"),
    rcLostAction: getEnumName(rcLostActions, "rcLostAction"),
    rthAltitude: getValue("rthAltitude"),
    wind: getValue("wind"),
    windDir: getValue("windDir"),
    traffic: getValue("traffic"),
    sdr: getValue("sdr"),
    g4: getValue("g4"),
    phase: getEnumName(flightPhases, "phase"),
    modeReason: fleet.modeReason[slot] ?? null,
    wp: getValue("wp"),
    wpTotal: getValue("wpTotal"),
    pct: getValue("pct"),
    groupAt: Object.fromEntries(times) as LiveState["groupAt"],
    clockOffsetMs: roundOrNull(fleet.clockOffset[slot]) ?? 0,
    linkState: fleet.getLinkState(slot),
    alarms: fleet.columns.alarms[slot] ?? 0,
    periodMs: roundOrNull(fleet.getSamplePeriod(slot)),
  };
}
