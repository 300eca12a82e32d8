// Types `wsHandler`.

import type {} from "@fastify/websocket";
import { eq } from "drizzle-orm";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import { stateCodes } from "../../adapters/contract/envelope.ts";
import {
  type WallShows,
  type wallAliveAnswer,
  wallAliveQuery,
  wallPaths,
  type wallReportAnswer,
  wallReportBody,
  type wallSession,
  wallSessionBody,
} from "../../adapters/contract/screen.ts";
import { wallReads } from "../../adapters/contract/wallReads.ts";
import * as word from "../../adapters/contract/words.ts";
import type { LookupLimiter } from "../auth/lookupLimiter.ts";
import { type RouteServices, registerRoutes } from "../calls/registerRoutes.ts";
import { type ScreenRecord, screens } from "../db/schema/screen.ts";
import { AuthError } from "../http/authError.ts";
import { parseInput } from "../http/parseInput.ts";
import { sendError } from "../http/sendError.ts";
import { addLogFields } from "../log/logCalls.ts";
import { registry } from "../modules/registry.ts";
import { getScreenState } from "../modules/screen/screenState.ts";
import { describeShown, toViewKey } from "../screens/screenView.ts";
import type { Hub } from "../socket/hub.ts";
import type { ScreenAccess } from "./createScreenAccess.ts";
import { describeDifference } from "./describeDifference.ts";
import { openLink } from "./openLink.ts";
import { createScreenCookie } from "./screenCookie.ts";

type WallServices = RouteServices & { readonly lookups: LookupLimiter };

/**
 * Serves screens of the control room below `/wall`: their session, report, calls and socket. A cookie that the browser
 * sends nowhere else authenticates them. They read; besides that they only report about themselves.
 */
export function serveWall(
  app: FastifyInstance,
  services: WallServices,
  { screenAccess, hub }: { readonly screenAccess: ScreenAccess; readonly hub: Hub },
): void {
  registerRoutes(app, services, wallReads, registry, {
    name: "wall",
    getUrls: ({ path }) => [`${wallPaths.api}${path}`],
    authorise: screenAccess.authorise,
  });
  serveScreenSession(app, services, screenAccess);
  serveReport(app, services, screenAccess);
  serveAlive(app, services);
  serveScreenSocket(app, services, screenAccess, hub);
}

/** Options of the routes whose answers are about the screen itself. */
function createOptions(services: WallServices, call: string) {
  return {
    config: { call },
    errorHandler: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      const context = { proxy: false, call, onError: services.onError };
      addLogFields(request, { state: sendError(error, reply, context) });
    },
    onRequest: async (_request: FastifyRequest, reply: FastifyReply) => {
      reply.header("cache-control", "no-store");
    },
  };
}

function serveScreenSession(app: FastifyInstance, services: WallServices, access: ScreenAccess): void {
  const basemaps = [...services.settings.basemaps];
  const describe = ({ id, name, layout, sound, ...view }: ScreenRecord): z.output<typeof wallSession> => ({
    id,
    name,
    layout,
    shown: describeShown(view),
    sound,
    serverTime: services.clock().toISOString(),
    ...(basemaps.length > 0 && { basemaps }),
  });
  const { session: url } = wallPaths;
  app.get(url, createOptions(services, `GET ${url}`), async (request) =>
    succeed(request, describe((await access.authenticate(request)).screen)),
  );
  const postOptions = createOptions(services, `POST ${url}`);
  // Only here, where tokens could be tried without a cookie: all screens of a room share one address.
  const rateLimit = { max: services.settings.rateLimit, timeWindow: 60_000 };
  const limited = { ...postOptions, config: { ...postOptions.config, rateLimit } };
  app.post(url, limited, async (request, reply) => {
    access.assertOwnOrigin(request);
    const { screen, token } = await openLink(services, {
      ...parseBody(wallSessionBody, request),
      address: request.ip,
      reqId: request.id,
      present: await findPresent(access, request),
    });
    reply.header("set-cookie", createScreenCookie(token, request, services.settings));
    return succeed(request, describe(screen));
  });
}

/** The screen that the browser is already; null if none. */
const findPresent = (access: ScreenAccess, request: FastifyRequest) =>
  access.authenticate(request).catch((error: unknown) => {
    if (error instanceof AuthError) return null;
    throw error;
  });

function serveReport(app: FastifyInstance, services: WallServices, access: ScreenAccess): void {
  const { report: url } = wallPaths;
  app.post(url, createOptions(services, `POST ${url}`), async (request, reply) => {
    const { screen, token } = await access.authenticate(request);
    const { id, reloadAskedAt } = screen;
    const { paintAgeMs, dataAgeMs, loadedAt, shows, ...fields } = parseBody(wallReportBody, request);
    const now = services.clock();
    const ago = (ms: number) => new Date(now.getTime() - ms);
    await services.callDb
      .update(screens)
      .set({
        ...fields,
        reportedAt: now,
        paintedAt: ago(paintAgeMs),
        dataAt: dataAgeMs === null ? null : ago(dataAgeMs),
        ...(shows && compare(services, screen, shows)),
      })
      .where(eq(screens.id, id));
    reply.header("set-cookie", createScreenCookie(token, request, services.settings));
    const reload = reloadAskedAt !== null && reloadAskedAt > new Date(loadedAt);
    return succeed(request, { reload } satisfies z.output<typeof wallReportAnswer>);
  });
}

/** What a report says of the picture, compared with what the platform has sent. Of another time it cannot be judged. */
function compare(
  { live, clock }: WallServices,
  { scope, differences }: ScreenRecord,
  shows: WallShows,
): Partial<ScreenRecord> {
  const drones = live.feed.getSent(scope, shows.tick);
  if (!drones) return {};
  const alarms = live.alarms.getShownRanges(scope, clock().getTime());
  const difference = describeDifference(shows, { drones, alarms });
  return { difference, differences: difference === "" ? 0 : differences + 1 };
}

/** For the watchdog of a screen's machine, which has no cookie: it is told no more than whether to start the browser again. */
function serveAlive(app: FastifyInstance, services: WallServices): void {
  const { alive: url } = wallPaths;
  const options = createOptions(services, `GET ${url}`);
  const rateLimit = { max: services.settings.rateLimit, timeWindow: 60_000 };
  app.get(url, { ...options, config: { ...options.config, rateLimit } }, async (request) => {
    const { query } = parseInput({ ...anyCall, query: wallAliveQuery }, request);
    const { id } = wallAliveQuery.parse(query);
    const [screen] = await services.callDb.select().from(screens).where(eq(screens.id, id));
    // A screen whose link nobody has opened yet has nothing to start again.
    const isInUse = screen && screen.tokenHash !== null && screen.reportedAt !== null;
    const state = isInUse ? getScreenState(screen, services.clock()) : "revoked";
    const alive = state === "revoked" ? null : state === "online" || state === "stale";
    return succeed(request, { alive } satisfies z.output<typeof wallAliveAnswer>);
  });
}

function serveScreenSocket(
  app: FastifyInstance,
  services: WallServices,
  access: ScreenAccess,
  hub: Hub,
): void {
  const owners = new WeakMap<FastifyRequest, Awaited<ReturnType<ScreenAccess["authenticate"]>>>();
  const url = wallPaths.socket;
  app.route({
    method: "GET",
    url,
    ...createOptions(services, `GET ${url}`),
    handler: (_request, reply) => reply.status(404).send({ state: -1, message: word.noSuchCall, data: null }),
    preValidation: async (request) => {
      owners.set(request, await access.authenticate(request));
    },
    wsHandler: (socket, request) => {
      const owner = owners.get(request);
      if (!owner) return socket.terminate();
      const { screen, token } = owner;
      const verify = async () => {
        const found = await access.find(token, request.ip);
        if (toViewKey(found) !== toViewKey(screen)) throw new AuthError("screenRevoked", screen.id);
      };
      hub.attach(socket, request.ip, request.id, { id: screen.id, view: screen, verify });
    },
  });
}

const anyCall = { host: "api", method: "POST", path: "/", summary: "", access: "public" } as const;

/** Parses a body as those of all calls are. */
const parseBody = <S extends z.ZodMiniType>(schema: S, request: FastifyRequest): z.output<S> =>
  schema.parse(parseInput({ ...anyCall, body: schema }, request).body);

function succeed(request: FastifyRequest, data: object) {
  addLogFields(request, { state: stateCodes.ok });
  return { state: stateCodes.ok, message: "", data };
}
