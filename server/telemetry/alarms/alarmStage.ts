import { getDegreeLengths } from "../../../adapters/contract/localMetres.ts";
import type { Terrain } from "../../terrain/terrain.ts";
import { distanceToSegment, type Edges, toEdges } from "../../zones/edges.ts";
import type { SlotColumns } from "../fleet/slotColumns.ts";
import {
  createFlightFacts,
  type FleetView,
  type FlightFacts,
  type FlightPermit,
  type FlightPlan,
  linkCodes,
  phaseCodes,
  resetFacts,
  setPermit,
  updateFacts,
} from "./flightFacts.ts";
import { createProximity } from "./proximity.ts";
import { type ActiveRules, createRuleSet, type RuleSet } from "./ruleSet.ts";
import type { AlarmSink } from "./signals.ts";
import { createCauses, createSignals, sampleRules, timeRules } from "./stageCauses.ts";
import { createTerrainHeights } from "./terrainHeights.ts";
import { createZoneRules } from "./zoneRules.ts";
import type { RuleZone } from "./zoneTable.ts";

/** The slots in use: the first `count` of them. */
export interface OpenSlots {
  readonly slots: Uint32Array;
  readonly count: () => number;
}

/**
 * The rules over flights: between judging and drawing, on every sample that is believed. It keeps the samples before
 * in columns, and tells the sink what begins and what is over.
 */
export interface AlarmStage {
  readonly open: (slot: number, plan: FlightPlan) => void;
  /** Changes what is planned for the flight of a slot; what it has raised stays until its cause is over. */
  readonly setPlan: (slot: number, plan: FlightPlan) => void;
  readonly setPermit: (slot: number, permit: FlightPermit) => void;
  /** Ends everything that a slot has raised. */
  readonly close: (slot: number, at: number) => void;
  /** Judges the sample that the columns now hold. @param at the server's time of the sample */
  readonly sample: (slot: number, at: number) => void;
  /** Judges what changes with time alone: ages, links, delays, distances between drones. */
  readonly tick: (now: number) => void;
  /** Replaces the rules; what they no longer say ends at the next tick. */
  readonly setRules: (rules: RuleSet) => void;
  readonly setZones: (zones: readonly RuleZone[], now: number) => void;
  /** Notes that a drone is of the class micro, which may not fly as high as others. */
  readonly setMicro: (slot: number) => void;
  /** Notes what a device finds wrong with itself; null where it is well. */
  readonly setHealth: (slot: number, level: number | null, codes: string) => void;
}

/** A drone that has not told its place for so long is no longer taken to be there. */
const maxPlaceAgeMs = 10_000;

/**
 * @param slotColumns those of the fleet
 * @param terrain stands in for heights over the ground that a source does not give
 */
export function createAlarmStage(
  slotColumns: SlotColumns,
  view: FleetView,
  { slots, count }: OpenSlots,
  sink: AlarmSink,
  terrain: Terrain | null = null,
): AlarmStage {
  const facts = createFlightFacts(slotColumns, view);
  const terrainHeights = terrain && createTerrainHeights(slotColumns, facts, terrain);
  const proximity = createProximity(slotColumns, facts);
  const plans: (FlightPlan | null)[] = [];
  const rules: (ActiveRules | null)[] = [];
  const routes = createRoutes(facts);
  let ruleSet = createRuleSet([]);
  let reachM = 0;

  const signals = createSignals(facts, sink);
  const zones = createZoneRules(slotColumns, facts, (slot, kind, rank, zone, at, describe) => {
    if (rank > 0) signals.raise(slot, kind, rank, zone.id, describe(), at);
    else signals.clear(slot, kind, zone.id, at);
  });
  const causes = createCauses(facts, signals, zones.getFence);

  const applyRules = (slot: number) => {
    const plan = plans[slot];
    if (!plan) return;
    const active = ruleSet.resolve(plan.companyId, plan.droneSn);
    rules[slot] = active;
    const near = active.proximity?.thresholds;
    if (near) reachM = Math.max(reachM, near.distanceM + near.clearM);
  };

  const applyPlan = (slot: number, plan: FlightPlan) => {
    plans[slot] = plan;
    routes.set(slot, plan);
    applyRules(slot);
  };

  return {
    open: (slot, plan) => {
      causes.open(slot);
      resetFacts(facts, slot, plan);
      terrainHeights?.reset(slot);
      applyPlan(slot, plan);
    },
    setPermit: (slot, permit) => setPermit(facts, slot, permit),
    setPlan: (slot, plan) => {
      setPermit(facts, slot, plan);
      applyPlan(slot, plan);
    },
    close: (slot, at) => {
      causes.close(slot, at);
      zones.close(slot, at);
      plans[slot] = null;
      rules[slot] = null;
    },
    sample: (slot, at) => {
      const active = rules[slot];
      if (!active) return;
      updateFacts(facts, slot, at);
      facts.heardAt[slot] = at;
      routes.update(slot);
      terrainHeights?.update(slot);
      zones.update(slot, active, plans[slot]?.companyId ?? null, at);
      for (const listed of sampleRules) causes.judge(slot, listed, active, at);
    },
    tick: (now) => {
      zones.advance(now);
      const open = count();
      for (let i = 0; i < open; i++) {
        const slot = slots[i] ?? 0;
        updateFacts(facts, slot, now);
        const isLost = (facts.columns.link[slot] ?? 0) >= linkCodes.lost;
        facts.heardAt[slot] = isLost ? Number.NaN : facts.getLastAt(slot);
      }
      if (reachM > 0)
        proximity.update(slots, open, now, { reachM, maxAgeMs: maxPlaceAgeMs, isRaised: causes.isTooNear });
      for (let i = 0; i < open; i++) {
        const slot = slots[i] ?? 0;
        const active = rules[slot];
        if (!active) continue;
        for (const listed of timeRules) causes.judge(slot, listed, active, now);
        for (const listed of sampleRules)
          if (causes.isWaiting(slot, listed) || active[listed.kind] === null)
            causes.judge(slot, listed, active, now);
        zones.tick(slot, active, now);
      }
    },
    setRules: (next) => {
      ruleSet = next;
      reachM = 0;
      for (let i = 0; i < count(); i++) applyRules(slots[i] ?? 0);
    },
    setZones: (list, now) => zones.setZones(list, slots, count(), now),
    setMicro: (slot) => {
      facts.isMicro[slot] = 1;
    },
    setHealth: (slot, level, codes) => {
      facts.health[slot] = level ?? Number.NaN;
      facts.healthCodes[slot] = codes;
    },
  };
}

/** The planned routes, and how far their drones are off them. */
function createRoutes(facts: FlightFacts) {
  const routes: (Edges | null)[] = [];
  return {
    set: (slot: number, { route }: FlightPlan) => {
      const points = (route ?? []).map(([lon, lat]) => [lon, lat] as const);
      routes[slot] = points.length > 1 ? toEdges([points]) : null;
    },
    update: (slot: number) => {
      const route = routes[slot];
      const phase = facts.values.phase[slot] ?? Number.NaN;
      const isOnRoute = phase === phaseCodes.mission || phase === phaseCodes.hover;
      if (!route || !isOnRoute) {
        facts.routeOffset[slot] = Number.NaN;
        return;
      }
      const lat = (facts.values.lat[slot] ?? Number.NaN) * 1e-7;
      const lon = (facts.values.lon[slot] ?? Number.NaN) * 1e-7;
      facts.routeOffset[slot] = distanceToSegment(route, lon, lat, getDegreeLengths(lat));
    },
  };
}
