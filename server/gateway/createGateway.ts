import type { FastifyInstance } from "fastify";
import { createServer, type ServerContext } from "../http/createServer.ts";
import { serveConsole } from "../http/serveConsole.ts";
import { serveBasemapFile } from "../map/basemapFile.ts";
import { serveTianditu } from "../map/serveTianditu.ts";
import type { GatewaySettings } from "../settings/gatewaySettings.ts";
import { type GatewayLimits, passCalls, toGatewayLimits } from "./passCalls.ts";
import { getPassedPaths, getPassedSockets } from "./passedPaths.ts";
import { passSockets } from "./passSockets.ts";

interface GatewayOptions {
  readonly gateway: GatewaySettings;
  /** Folder of the built console. */
  readonly consoleDir: string;
  readonly limits?: GatewayLimits;
}

/**
 * Builds a server that serves the console and passes its calls on to another platform, for one that answers no pages
 * of other origins. It has no data and no calls of its own.
 */
export async function createGateway(
  context: ServerContext,
  { gateway, consoleDir, limits }: GatewayOptions,
): Promise<FastifyInstance> {
  const app = await createServer(context);
  const { settings } = context;
  const { extensions, requestTimeoutMs } = settings.console;
  const paths = getPassedPaths(gateway, extensions);
  await passSockets(app, getPassedSockets(gateway, extensions), settings);
  await passCalls(app, paths, limits ?? toGatewayLimits(requestTimeoutMs), settings);
  serveTianditu(app, settings);
  await serveBasemapFile(app, settings);
  const probe = { config: { probe: true } } as const;
  app.get("/health", probe, async () => ({ status: "ok" }));
  app.get("/ready", probe, async () => ({ status: "ready" }));
  await serveConsole(app, consoleDir, settings);
  return app;
}
