import type { RefusedDrones } from "../../../adapters/contract/graphql/overview.ts";
import { isInAir } from "../flights/flightPhases.ts";
import type { LiveService } from "../liveService.ts";

/** Serial numbers that a banner has room for. */
const maxSns = 3;

/** The drones that fly while all that they send is refused, counted by their newest reason, most frequent first. */
export function summarizeRefused(
  { ingestStatus, registry }: Pick<LiveService, "ingestStatus" | "registry">,
  now: number,
): RefusedDrones {
  const drones = ingestStatus.listRefused(now, (companyId, sn) => {
    const open = registry.getByDrone(sn);
    return open?.task.companyId === companyId && open.flight !== null && isInAir(registry.fleet, open);
  });
  const reasons = new Map<string, RefusedDrones["reasons"][number]>();
  for (const { rejection } of drones) {
    const key = `${rejection.reason} ${rejection.field}`;
    reasons.set(key, { ...rejection, count: (reasons.get(key)?.count ?? 0) + 1 });
  }
  return {
    count: drones.length,
    sns: drones.slice(0, maxSns).map(({ sn }) => sn),
    reasons: [...reasons.values()].sort((a, b) => b.count - a.count),
  };
}
