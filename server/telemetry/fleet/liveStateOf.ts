import { flightPhases, positionFixes } from "../../../adapters/contract/flight.ts";
import { type LiveState, rcLostActions, sampleGroupNames } from "../../../adapters/contract/sample.ts";
import type { Fleet } from "./fleet.ts";
import type { SampleField } from "./sampleColumns.ts";

/** What is known of one flight, as the console reads it; null before its first sample. */
export function liveStateOf(fleet: Fleet, slot: number, taskId: string, droneSn: string): LiveState | null {
  const known = (value: number | undefined) =>
    value === undefined || Number.isNaN(value) ? null : Math.round(value * 1_000) / 1_000;
  const at = (field: SampleField) => known(fleet.values[field][slot]);
  const named = <T>(names: readonly T[], field: SampleField) => names[at(field) ?? -1] ?? null;
  const tSrc = known(fleet.tSrc[slot]);
  if (tSrc === null) return null;
  // Seam below: one entry a group, which `fromEntries` cannot say.
  const times = sampleGroupNames.map((group) => [group, known(fleet.groupTimes[group][slot])] as const);
  return {
    taskId,
    droneSn,
    seq: fleet.seq[slot] ?? 0,
    tSrc,
    lat: at("lat"),
    lon: at("lon"),
    hEll: at("hEll"),
    hRel: at("hRel"),
    hAgl: at("hAgl"),
    vH: at("vH"),
    vV: at("vV"),
    fix: named(positionFixes, "fix"),
    sats: at("sats"),
    heading: at("heading"),
    pitch: at("pitch"),
    roll: at("roll"),
    batPct: at("batPct"),
    tRemain: at("tRemain"),
    rthPct: at("rthPct"),
    landPct: at("landPct"),
    homeDist: at("homeDist"),
    homeLat: at("homeLat"),
    homeLon: at("homeLon"),
    rcLostAction: named(rcLostActions, "rcLostAction"),
    rthAltitude: at("rthAltitude"),
    wind: at("wind"),
    windDir: at("windDir"),
    traffic: at("traffic"),
    sdr: at("sdr"),
    g4: at("g4"),
    phase: named(flightPhases, "phase"),
    modeReason: fleet.modeReason[slot] ?? null,
    wp: at("wp"),
    wpTotal: at("wpTotal"),
    pct: at("pct"),
    groupTimes: Object.fromEntries(times) as LiveState["groupTimes"],
    clockOffsetMs: known(fleet.clockOffset[slot]) ?? 0,
    linkState: fleet.linkOf(slot),
    periodMs: known(fleet.periodOf(slot)),
  };
}
