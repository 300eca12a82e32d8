import { type ScreenLink, type ScreenState, screenSilentS } from "../../../adapters/contract/screen.ts";
import type { ScreenRecord } from "../../db/schema/screen.ts";
import { isLinkExpired } from "./judgeLink.ts";

const frozenAfterMs = 10_000;
const staleAfterMs = 15_000;

/** What is known of a screen from its last report. */
interface ReportedScreen {
  readonly revokedAt: Date | null;
  readonly reportedAt: Date | null;
  readonly paintedAt: Date | null;
  readonly dataAt: Date | null;
}

/** The state of a screen. The ages of its picture and data are those at the time of its last report. */
export function getScreenState(
  { revokedAt, reportedAt, paintedAt, dataAt }: ReportedScreen,
  now: Date,
): ScreenState {
  if (revokedAt) return "revoked";
  if (!reportedAt || now.getTime() - reportedAt.getTime() > screenSilentS * 1_000) return "offline";
  const getAge = (at: Date | null) => (at ? reportedAt.getTime() - at.getTime() : Number.POSITIVE_INFINITY);
  if (getAge(paintedAt) > frozenAfterMs) return "frozen";
  return getAge(dataAt) > staleAfterMs ? "stale" : "online";
}

/** What became of the link of a screen. */
export function getScreenLink(
  { linkMadeAt, tokenHash, refusedAt }: Pick<ScreenRecord, "linkMadeAt" | "tokenHash" | "refusedAt">,
  now: Date,
): ScreenLink {
  if (refusedAt) return "refused";
  if (tokenHash !== null) return "opened";
  return isLinkExpired({ linkMadeAt }, now) ? "expired" : "waiting";
}
