import { eq } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { screenToken, wallPaths } from "../../adapters/contract/screen.ts";
import type { LookupLimiter } from "../auth/lookupLimiter.ts";
import { hashToken } from "../auth/tokens.ts";
import { type ScreenRecord, screens } from "../db/schema/screen.ts";
import { mayCall } from "../graphql/mayCall.ts";
import { AuthError } from "../http/authError.ts";
import type { Platform } from "../platform.ts";
import type { RouteAccess } from "../registerRoutes.ts";
import { isOriginAllowed } from "../socket/serveSocket.ts";

const cookieName = "wall";
/** The longest that browsers keep a cookie; every report renews it. */
const cookieSeconds = 400 * 86_400;

/** Authenticates screens. Sessions of the console mean nothing here, and its tokens mean nothing to the console. */
export interface ScreenAccess {
  /** The screen of a token. Throws `AuthError` if it was never issued or its screen is revoked. */
  readonly find: (token: string, address: string) => Promise<ScreenRecord>;
  /** Refuses requests of other origins: besides `SameSite`, for browsers that do not know it. */
  readonly assertOwnOrigin: (request: FastifyRequest) => void;
  /** The screen of a request's cookie. Refuses requests of other origins. */
  readonly authenticate: (request: FastifyRequest) => Promise<ScreenRecord>;
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
    if (!screen) throw new AuthError("unknown");
    if (screen.revokedAt) throw new AuthError("screenRevoked", screen.id);
    return screen;
  };
  const assertOwnOrigin: ScreenAccess["assertOwnOrigin"] = (request) => {
    if (!isOriginAllowed(request, settings.allowedOrigins)) throw new AuthError("missing");
  };
  const authenticate: ScreenAccess["authenticate"] = async (request) => {
    assertOwnOrigin(request);
    const token = readScreenCookie(request);
    if (token === null) throw new AuthError("missing");
    return find(token, request.ip);
  };
  return {
    find,
    assertOwnOrigin,
    authenticate,
    authorise: async (endpoint, request) => {
      const { id, name } = await authenticate(request);
      const actor = { id, name, roles: ["display"], sessionId: `screen-${id}` } as const;
      if (!mayCall(actor, endpoint)) throw new AuthError("role", id);
      return actor;
    },
  };
}

/** The token in a request's cookie; null if there is none. */
export function readScreenCookie({ headers: { cookie = "" } }: FastifyRequest): string | null {
  for (const part of cookie.split(";")) {
    const [name = "", value] = part.trim().split("=");
    if (name === cookieName) return screenToken.safeParse(value).data ?? null;
  }
  return null;
}

/** The `Set-Cookie` header that keeps a screen's token where scripts cannot read it. */
export const createScreenCookie = (token: string, { protocol }: Pick<FastifyRequest, "protocol">): string =>
  [
    `${cookieName}=${token}`,
    `Path=${wallPaths.cookie}`,
    `Max-Age=${cookieSeconds}`,
    "HttpOnly",
    "SameSite=Strict",
    ...(protocol === "https" ? ["Secure"] : []),
  ].join("; ");
