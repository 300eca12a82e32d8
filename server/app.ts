import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import { contract } from "../adapters/contract/contract.ts";
import { configureMessages } from "../adapters/contract/formatIssue.ts";
import { telemetryCalls } from "../adapters/contract/telemetry.ts";
import { createLookupLimiter } from "./auth/lookupLimiter.ts";
import { createSessionCache } from "./auth/sessionCache.ts";
import { defaultBodyLimit, registerRoutes } from "./calls/registerRoutes.ts";
import { createAppMetrics } from "./createAppMetrics.ts";
import { createLiveService } from "./createLiveService.ts";
import { createProcessStatus } from "./createProcessStatus.ts";
import { allDenormalizedNames } from "./db/schema/allDenormalizedNames.ts";
import { createExportFiles } from "./exports/exportFiles.ts";
import { createExportService } from "./exports/exportService.ts";
import { serveGraphql } from "./graphql/serveGraphql.ts";
import { createServer } from "./http/createServer.ts";
import { internalOnly } from "./http/internalOnly.ts";
import { createPassToLive } from "./http/passToLive.ts";
import type { RequestTimeouts } from "./http/requestTimeouts.ts";
import { serveConsole } from "./http/serveConsole.ts";
import { shareCounts } from "./http/sharedCounts.ts";
import { createLeftOutReport } from "./http/toOutcome.ts";
import { createUnknownCommitTracker } from "./http/unknownCommitTracker.ts";
import { createImportService } from "./jobs/importService.ts";
import { createSheetImportService } from "./jobs/sheetImportService.ts";
import { createPhoneSearchLimiter } from "./list/phoneSearchLimiter.ts";
import { serveBasemapFile } from "./map/basemapFile.ts";
import { serveTianditu } from "./map/serveTianditu.ts";
import { serveMedia } from "./media/serveMedia.ts";
import { createPrepareAgain } from "./modules/exportJob/prepareStored.ts";
import { createRecordingImporter } from "./modules/flightFile/importRecording.ts";
import { registry } from "./modules/registry.ts";
import { createTakeBack } from "./modules/sheetImport/takeBack.ts";
import { registerUploadRoutes } from "./modules/upload/registerUploadRoutes.ts";
import { serveDocs } from "./openapi/serveDocs.ts";
import type { Platform } from "./platform.ts";
import type { SocketLimits } from "./socket/connection.ts";
import { createHub } from "./socket/hub.ts";
import { serveSocket } from "./socket/serveSocket.ts";
import { createHandOver } from "./telemetry/handOver/handOver.ts";
import { receiveHandOvers } from "./telemetry/handOver/receiveHandOvers.ts";
import { noteAnswer } from "./telemetry/ingest/ownOutage.ts";
import { createSignedRequests } from "./telemetry/ingest/signedRequests.ts";
import type { LiveService } from "./telemetry/liveService.ts";
import { createScreenAccess } from "./wall/createScreenAccess.ts";
import { createScreenMedia } from "./wall/createScreenMedia.ts";
import { serveWall } from "./wall/serveWall.ts";

interface AppOptions {
  readonly live?: LiveService;
  /** The tables that were found damaged. */
  readonly getDamagedTables?: () => readonly string[];
  /** Gets what takes up or ends the jobs that a dead process left; without it that is done at once. */
  readonly onJobs?: (recoverJobs: () => Promise<void>) => void;
  /** Overrides of the default limits. */
  readonly socketLimits?: Partial<SocketLimits>;
  readonly requestTimeouts?: Partial<RequestTimeouts>;
}

/** Builds the server without listening. Closing it closes its sockets, but not the database or the bus. */
export async function createApp(platform: Platform, options: AppOptions = {}): Promise<FastifyInstance> {
  configureMessages();
  const { settings, cluster } = platform;
  const shared = cluster ? shareCounts(cluster.nats, platform.onError) : null;
  const app = await createServer(platform, {
    shared,
    bodyLimit: defaultBodyLimit,
    requestTimeouts: options.requestTimeouts ?? {},
  });
  app.addHook("onClose", async () => shared?.stop());
  const handOver = cluster ? createHandOver(cluster, platform) : null;
  const passToLive = cluster && handOver ? await createPassToLive(app, cluster, handOver.canTake) : null;
  app.addHook("onClose", async () => handOver?.stop());
  registerJsonParser(app);
  await app.register(multipart);
  const live = options.live ?? createLiveService(platform, platform.settings.flightCapacity);
  app.addHook("onClose", live.stop);
  reportOwnOutages(app, platform, live);
  const lookupLimiter = createLookupLimiter(platform, shared);
  const sessions = createSessionCache({ ...platform, lookups: lookupLimiter });
  app.addHook("onClose", sessions.stop);
  const signedRequests = createSignedRequests({ ...platform, live, lookups: lookupLimiter }, handOver);
  app.addHook("onClose", async () => signedRequests.stop());
  const stopReceiving = cluster ? receiveHandOvers(cluster, platform, { live, signedRequests }) : null;
  app.addHook("onClose", async () => stopReceiving?.());
  const hub = createHub({ ...platform, sessions }, live.feed, options.socketLimits);
  live.setConsoles(hub.listConsoles);
  await serveSocket(app, platform, hub);
  const exports = createExportService(platform);
  app.addHook("onClose", exports.stop);
  const imports = createImportService(platform, createRecordingImporter(platform, live));
  app.addHook("onClose", imports.stop);
  const sheetImports = createSheetImportService(platform, createTakeBack(platform));
  app.addHook("onClose", sheetImports.stop);
  const recoverJobs = async () => {
    await exports.recover(createPrepareAgain(platform, live));
    await imports.recover();
    await sheetImports.recover();
  };
  if (options.onJobs) options.onJobs(recoverJobs);
  else await recoverJobs();
  const unknownCommits = createUnknownCommitTracker(platform);
  // Stopped before the exports and imports, as it may start one.
  app.addHook("preClose", unknownCommits.stop);
  const phoneSearches = createPhoneSearchLimiter(platform, settings.phoneSearchLimit);
  const reportLeftOut = createLeftOutReport(platform);
  const readProcessStatus = createProcessStatus(platform, hub, live);
  cluster?.shareStatus(readProcessStatus);
  const getDamaged = options.getDamagedTables ?? (() => []);
  const services = {
    live,
    exports,
    exportFiles: createExportFiles(platform),
    imports,
    sheetImports,
    denormalizedNames: allDenormalizedNames,
    lookups: lookupLimiter,
    sessions,
    signedRequests,
    handOver,
    phoneSearches,
    unknownCommits,
    reportLeftOut,
    passToLive,
    systemStatus: {
      processId: platform.processId,
      isWritable: platform.isWritable,
      readProcessStatus,
      getDamaged,
    },
  };
  registerRoutes(app, { ...platform, ...services }, contract, registry);
  const screenAccess = createScreenAccess({ ...platform, ...services });
  await serveGraphql(app, { ...platform, ...services }, screenAccess.authorise);
  serveWall(app, { ...platform, ...services }, { screenAccess, hub });
  registerUploadRoutes(app, platform);
  serveTianditu(app, settings);
  await serveBasemapFile(app, settings);
  await serveMedia(app, platform, createScreenMedia(app, platform, screenAccess));
  const scrape = createAppMetrics({ platform, hub, live, exports, getDamaged });
  serveStatus(app, platform, { oldestMs: live.writes.oldestMs, getDamaged, scrape });
  serveDocs(app, settings);
  await serveConsole(app, platform.consoleDir, settings);
  return app;
}

/** Notifies the live service of telemetry calls that failed through an error of the platform. */
function reportOwnOutages(app: FastifyInstance, { clock }: Platform, { ownOutage }: LiveService): void {
  app.addHook("onSend", async (request, reply) => {
    if (request.routeOptions.url !== telemetryCalls.telemetryIngest.path) return;
    noteAnswer(ownOutage, reply.statusCode, clock().getTime(), reply.elapsedTime);
  });
}

const probeOptions = { config: { probe: true } } as const;

/**
 * `/health` (the process responds), `/ready` (the database accepts writes; with the age of the oldest row that is not
 * written, and the damaged tables) and `/metrics` (Prometheus text, internal).
 */
function serveStatus(
  app: FastifyInstance,
  platform: Platform,
  {
    oldestMs,
    getDamaged,
    scrape,
  }: {
    readonly oldestMs: () => number;
    readonly getDamaged: () => readonly string[];
    /** Returns the current metrics. */
    readonly scrape: () => Promise<string>;
  },
): void {
  app.get("/health", probeOptions, async () => ({ status: "ok" }));
  app.get("/ready", probeOptions, async (_request, reply) => {
    const state = {
      oldestUnwrittenSeconds: Math.round(oldestMs() / 1_000),
      damagedTables: getDamaged(),
    };
    if (await platform.isWritable()) return { status: "ready", ...state };
    return reply
      .status(503)
      .header("retry-after", 5)
      .send({ status: "database unavailable", ...state });
  });
  app.get(
    "/metrics",
    { ...probeOptions, onRequest: internalOnly(platform.settings) },
    async (_request, reply) => reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await scrape()),
  );
}

/** Parses JSON bodies. An empty body counts as absent: some clients send the content type without a body. */
function registerJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, body, done);
  });
}
