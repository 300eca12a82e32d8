import type { ScreenState } from "../../../adapters/contract/screen.ts";

/** Screens report every 30 s: three missed reports. */
const offlineAfterMs = 90_000;
const frozenAfterMs = 10_000;
const staleAfterMs = 15_000;

/** What is known of a screen, as its last report told it. */
interface ReportedScreen {
  readonly revokedAt: Date | null;
  readonly reportedAt: Date | null;
  readonly paintedAt: Date | null;
  readonly dataAt: Date | null;
}

/** The state of a screen. What it showed is judged at the time of its report, whether that still comes by now. */
export function getScreenState(
  { revokedAt, reportedAt, paintedAt, dataAt }: ReportedScreen,
  now: Date,
): ScreenState {
  if (revokedAt) return "revoked";
  if (!reportedAt || now.getTime() - reportedAt.getTime() > offlineAfterMs) return "offline";
  const getAge = (at: Date | null) => (at ? reportedAt.getTime() - at.getTime() : Number.POSITIVE_INFINITY);
  if (getAge(paintedAt) > frozenAfterMs) return "frozen";
  return getAge(dataAt) > staleAfterMs ? "stale" : "online";
}
