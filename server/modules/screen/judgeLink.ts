import { linkValidMs } from "../../../adapters/contract/screen.ts";
import type { ScreenRecord } from "../../db/schema/screen.ts";

/** Who opens a link, and when. */
interface Opening {
  /** Hash of the number that the browser gave this opening. */
  readonly openingHash: string;
  readonly now: Date;
}

/**
 * Whether a link may be opened. The browser that has opened it may repeat that: the answer with its cookie may have been
 * lost.
 * @returns null where it may, otherwise why not
 */
export function judgeLink(
  screen: Pick<ScreenRecord, "revokedAt" | "linkMadeAt" | "openedAt" | "openingHash">,
  { openingHash, now }: Opening,
): "screenRevoked" | "linkSpent" | "linkExpired" | null {
  if (screen.revokedAt) return "screenRevoked";
  if (screen.openedAt && screen.openingHash !== openingHash) return "linkSpent";
  return isLinkExpired(screen, now) ? "linkExpired" : null;
}

/** Whether a link can no longer be opened, because it was made too long ago. */
export const isLinkExpired = ({ linkMadeAt }: Pick<ScreenRecord, "linkMadeAt">, now: Date): boolean =>
  linkMadeAt === null || now.getTime() - linkMadeAt.getTime() > linkValidMs;
