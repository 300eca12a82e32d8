import { type FlightPhase, flightPhase, type LinkState } from "../../adapters/contract/flight.ts";

/** Shown where a figure is not known. */
export const emptyText = "-";

export const formatDistance = (metres: number | null): string =>
  metres === null
    ? emptyText
    : metres < 1000
      ? `${Math.round(metres)} m`
      : `${(metres / 1000).toFixed(2)} km`;

export function formatAge(ms: number | null): string {
  if (ms === null) return "从未收到";
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} 秒前`;
  if (ms < 60_000) return `${Math.round(ms / 1000)} 秒前`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} 分钟前`;
  return `${Math.floor(ms / 3_600_000)} 小时前`;
}

/** Data that is older is no longer taken for the present state. */
export const staleMs = 10_000;
const lastKnownMs = 60_000;

/**
 * Downgrades the reported link state: without a connection, no newer one arrives.
 * @param age ms since it was reported
 */
export function deriveLinkState(reported: LinkState | null, age: number | null): LinkState | null {
  if (reported === null || age === null || age <= staleMs) return reported;
  if (age > lastKnownMs) return "lastKnown";
  return reported === "fresh" ? "delayed" : reported;
}

/** The phase as list and panel call it; null if the drone reports none. */
export const formatPhase = (phase: FlightPhase | null): string =>
  phase === null || phase === "unknown" ? "阶段未知" : flightPhase.label(phase);
