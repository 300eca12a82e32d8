import { eq } from "drizzle-orm";
import { wallCalls } from "../../adapters/contract/screen.ts";
import { writeAudit } from "../audit/writeAudit.ts";
import type { LookupLimiter } from "../auth/lookupLimiter.ts";
import { generateToken, hashToken } from "../auth/tokens.ts";
import type { Db } from "../db/handle.ts";
import { type ScreenRecord, screens } from "../db/schema/screen.ts";
import { AuthError } from "../http/authError.ts";
import { judgeLink } from "../modules/screen/judgeLink.ts";
import type { Platform } from "../platform.ts";
import type { AuthenticatedScreen } from "./createScreenAccess.ts";

/** A browser that opens the link of a screen. */
export interface LinkOpening {
  /** Of the link. */
  readonly token: string;
  /** The browser's number for this opening, the same when it repeats it. */
  readonly requestId: string;
  readonly address: string;
  readonly reqId: string;
  /** The screen that the browser is already; null if none. */
  readonly present: AuthenticatedScreen | null;
}

type Services = Pick<Platform, "priorityDb" | "bus" | "clock" | "newId" | "randomBytes"> & {
  readonly lookups: LookupLimiter;
};

/**
 * Trades the token of a link for one of the browser's own; the link is spent then. A browser that is this screen stays
 * it: its start page may be a link of long ago. A refusal is kept with the screen and in the audit trail.
 * @throws AuthError where the link is unknown, spent or too old, or its screen is revoked
 */
export async function openLink(services: Services, opening: LinkOpening): Promise<AuthenticatedScreen> {
  const { priorityDb, lookups, bus } = services;
  const { address, present } = opening;
  const linkHash = hashToken(opening.token);
  const [found] = await lookups.run(
    address,
    (db) => db.select({ id: screens.id }).from(screens).where(eq(screens.linkHash, linkHash)),
    (rows) => rows.length > 0,
  );
  if (present && (!found || found.id === present.screen.id)) return present;
  if (!found) throw new AuthError("linkUnknown");
  const opened = await priorityDb.transaction((tx) => trade(services, opening, { db: tx, linkHash }));
  bus.publish("records.changed", { kind: "screen", ids: [found.id] });
  if (opened instanceof AuthError) throw opened;
  return opened;
}

/** Opens the link, or notes that it was refused. */
async function trade(
  { clock, newId, randomBytes }: Services,
  { requestId, address, reqId }: LinkOpening,
  { db, linkHash }: { readonly db: Db; readonly linkHash: string },
): Promise<AuthenticatedScreen | AuthError> {
  // Locked: of two that open a link at once one gets it.
  const [screen] = await db.select().from(screens).where(eq(screens.linkHash, linkHash)).for("update");
  // Somebody has made a new link in this moment.
  if (!screen) return new AuthError("linkUnknown");
  const now = clock();
  const openingHash = hashToken(requestId);
  const refusal = judgeLink(screen, { openingHash, now });
  const save = async (fields: Partial<ScreenRecord>, after: object) => {
    await db.update(screens).set(fields).where(eq(screens.id, screen.id));
    const call = { id: newId(), at: now, actor: null, address, reqId, endpoint: wallCalls.wallSignIn };
    await writeAudit(db, call, { entityId: screen.id, after });
  };
  if (refusal) {
    const error = new AuthError(refusal, screen.id);
    await save(
      { refusedAt: now, refusedFrom: address },
      { name: screen.name, failed: error.response.message },
    );
    return error;
  }
  const token = generateToken(randomBytes);
  const tokenHash = hashToken(token);
  await save({ tokenHash, openedAt: now, openedFrom: address, openingHash }, { name: screen.name });
  return { screen, token };
}
