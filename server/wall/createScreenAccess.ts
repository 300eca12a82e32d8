import { eq } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { mayCall } from "../../adapters/contract/mayCall.ts";
import type { LookupLimiter } from "../auth/lookupLimiter.ts";
import { hashToken } from "../auth/tokens.ts";
import type { RouteAccess } from "../calls/registerRoutes.ts";
import { type ScreenRecord, screens } from "../db/schema/screen.ts";
import { AuthError } from "../http/authError.ts";
import type { Platform } from "../platform.ts";
import { wholeScope } from "../scope/recordScope.ts";
import { isOriginAllowed } from "../socket/serveSocket.ts";
import { readScreenCookies } from "./screenCookie.ts";

/** A screen, and the token in its cookie. */
export interface AuthenticatedScreen {
  readonly screen: ScreenRecord;
  readonly token: string;
}

/** Authenticates screens. Sessions of the console mean nothing here, and its tokens mean nothing to the console. */
export interface ScreenAccess {
  /** The screen of a cookie's token. Throws `AuthError` if it is none, or no longer, or the screen is revoked. */
  readonly find: (token: string, address: string) => Promise<ScreenRecord>;
  /** Refuses requests of other origins: besides `SameSite`, for browsers that do not know it. */
  readonly assertOwnOrigin: (request: FastifyRequest) => void;
  /** The screen of a request's cookie, with its token. Refuses requests of other origins. */
  readonly authenticate: (request: FastifyRequest) => Promise<AuthenticatedScreen>;
  /** Authorises a call by its roles; a screen has the role `display` only. */
  readonly authorise: RouteAccess["authorise"];
}

export function createScreenAccess({
  lookups,
  settings,
}: Pick<Platform, "settings"> & { readonly lookups: LookupLimiter }): ScreenAccess {
  const find: ScreenAccess["find"] = async (token, address) => {
    const tokenHash = hashToken(token);
    const [screen] = await lookups.run(
      address,
      (db) => db.select().from(screens).where(eq(screens.tokenHash, tokenHash)),
      (rows) => rows.length > 0,
    );
    if (!screen) throw new AuthError("screenUnknown");
    if (screen.revokedAt) throw new AuthError("screenRevoked", screen.id);
    return screen;
  };
  const assertOwnOrigin: ScreenAccess["assertOwnOrigin"] = (request) => {
    if (!isOriginAllowed(request, settings.allowedOrigins)) throw new AuthError("foreignOrigin");
  };
  const authenticate: ScreenAccess["authenticate"] = async (request) => {
    assertOwnOrigin(request);
    let refusal = new AuthError("screenUnknown");
    for (const token of readScreenCookies(request.headers.cookie)) {
      try {
        return { screen: await find(token, request.ip), token };
      } catch (error) {
        if (!(error instanceof AuthError)) throw error;
        // That a screen is revoked says more than that a token was never issued.
        if (refusal.userId === null) refusal = error;
      }
    }
    throw refusal;
  };
  return {
    find,
    assertOwnOrigin,
    authenticate,
    authorise: async (endpoint, request) => {
      const { id, name, scope, audience } = (await authenticate(request)).screen;
      const view = { scope, audience };
      const session = { sessionId: `screen-${id}`, scope: wholeScope, changedRights: undefined };
      const actor = { id, name, roles: ["display"], ...session, view } as const;
      if (!mayCall(actor, endpoint)) throw new AuthError("role", id);
      return actor;
    },
  };
}
