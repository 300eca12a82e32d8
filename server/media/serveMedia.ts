import { Readable } from "node:stream";
// Types `wsHandler`.
import type {} from "@fastify/websocket";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { Platform } from "../platform.ts";
import { fillTemplate, getEdgeExpiry } from "./edgeStreams.ts";
import { createFlvEdge, type FlvEdge, type FlvViewer } from "./flvEdge.ts";
import { createLivePlaylist, createLiveSegment, createMasterPlaylist } from "./hls.ts";
import {
  type EmbeddedStream,
  findRecording,
  findStream,
  type MediaViewer,
  mediaPath,
  parseSessionViewer,
  parseStreamName,
  type SessionViewer,
  toRecordingResource,
  toRelayResource,
  toStreamResource,
  toViewerQuery,
} from "./mediaAddresses.ts";
import { isMediaSignatureValid, type MediaPurpose, signMedia, watchWithinMs } from "./mediaSignature.ts";
import { parseRange } from "./recording.ts";
import { createRelay } from "./relay.ts";
import { createSessionStreams, type SessionStreams } from "./sessionStreams.ts";

const nameSchema = z.object({ name: z.string() });
const deviceSchema = z.object({ name: z.string(), sn: z.string() });
const partSchema = z.object({ name: z.string(), part: z.string() });
const signatureSchema = z.object({ expires: z.coerce.number().check(z.int()), sign: z.string() });
const viewerSchema = z.object({ viewer: z.string() });

const expiredBody = { state: -1, message: "视频地址已失效，请重新打开视频", data: null };
const notFoundBody = { state: -1, message: "视频不存在或已结束，请重新打开视频", data: null };
const fullBody = { state: -1, message: "同时观看的人数已达上限，请稍后重试", data: null };

const playlistType = "application/vnd.apple.mpegurl";

interface MediaContext extends Pick<Platform, "clock" | "secretKey" | "settings"> {
  readonly sessions: SessionStreams;
}

/** Live streams at a second place, for screens. The signature is asked for besides. */
export interface ScreenMedia {
  readonly prefix: string;
  /** Throws where the request is not one of a screen. */
  readonly admit: (request: FastifyRequest) => Promise<void>;
  /** The screen of an admitted request. */
  readonly getScreenId: (request: FastifyRequest) => string;
  /** Calls `end` once the screen of an admitted request may not watch any more. */
  readonly guard: (request: FastifyRequest, end: () => void) => StreamGuard;
}

export interface StreamGuard {
  /** To be called while the stream runs. */
  readonly check: () => void;
  /** The stream has ended. */
  readonly release: () => void;
}

/**
 * Serves the embedded edge: live FLV over HTTP and WebSocket, live HLS, recordings. A signature in the address is the
 * permission, as players send no token; it is checked before anything else and never logged, as the log has no queries.
 * @returns the edge's viewers of live FLV
 */
export async function serveMedia(
  app: FastifyInstance,
  platform: Pick<Platform, "bus" | "clock" | "secretKey" | "settings">,
  screens: ScreenMedia,
): Promise<Pick<FlvEdge, "countViewers">> {
  const { clock, secretKey, settings } = platform;
  const context: MediaContext = { clock, secretKey, settings, sessions: createSessionStreams(app, platform) };
  const startedAt = clock().getTime() - performance.now();
  const edge = createFlvEdge(() => startedAt + performance.now());
  app.addHook("preClose", async () => edge.stop());
  serveLive(app, context, edge, null);
  serveRecordings(app, context);
  await app.register(
    async (guarded) => {
      guarded.addHook("onRequest", screens.admit);
      serveLive(guarded, context, edge, screens);
      serveRelay(guarded, context, screens);
    },
    { prefix: screens.prefix },
  );
  return edge;
}

/** @param screens null at the place that needs no more than a signature */
function serveLive(
  app: FastifyInstance,
  context: MediaContext,
  edge: FlvEdge,
  screens: ScreenMedia | null,
): void {
  const getViewer: GetViewer = screens
    ? (request) => ({ kind: "screen", id: screens.getScreenId(request) })
    : getSession;
  const toResource: ToResource = ({ request, name }) => toStreamResource(name, getViewer(request));
  serveFlv(app, context, screens, {
    url: `${mediaPath}/live/:name/stream.flv`,
    onRequest: createSignatureHook(context)("open", toResource),
    open: (request) => {
      const stream = getStream(request);
      if (!stream) return null;
      const { key, clip, picture } = stream;
      return (viewer) => edge.watch({ key, clip, phase: picture.phase }, viewer);
    },
  });
  serveHls(app, context, toResource, getViewer);
}

/** Who watches, as the address says; the signature is good for nobody else. */
type GetViewer = (request: FastifyRequest) => MediaViewer | null;

/** The session that an address of the console is for. */
function getSession(request: FastifyRequest): SessionViewer | null {
  const query = viewerSchema.safeParse(request.query);
  return query.success ? parseSessionViewer(query.data.viewer) : null;
}

/** Passes the streams of drones on to screens. */
function serveRelay(app: FastifyInstance, context: MediaContext, screens: ScreenMedia): void {
  const { clock, settings } = context;
  const edge = settings.media;
  const relay = createRelay();
  app.addHook("preClose", async () => relay.stop());
  serveFlv(app, context, screens, {
    url: `${mediaPath}/device/:name/:sn/stream.flv`,
    onRequest: createSignatureHook(context)("open", ({ request, name }) =>
      toRelayResource(name, deviceSchema.parse(request.params).sn, screens.getScreenId(request)),
    ),
    open: ({ params }) => {
      const { name, sn: droneSn } = deviceSchema.parse(params);
      const stream = parseStreamName(name);
      const template = edge?.templates.flv;
      if (!stream || !edge || template === undefined) return null;
      const url = fillTemplate(template, edge, { ...stream, droneSn }, getEdgeExpiry(clock()));
      return (viewer) => relay.watch(url, viewer);
    },
  });
}

interface FlvRoute {
  readonly url: string;
  readonly onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** What lets a viewer watch; null where there is no such stream. */
  readonly open: (request: FastifyRequest) => ((viewer: FlvViewer) => (() => void) | null) | null;
}

/** Serves live FLV over HTTP, and over a WebSocket at the same address. */
function serveFlv(
  app: FastifyInstance,
  { sessions }: MediaContext,
  screens: ScreenMedia | null,
  { url, onRequest, open }: FlvRoute,
): void {
  /** Lets a viewer watch: until the screen is revoked, or the session ends. */
  const watch = (
    request: FastifyRequest,
    start: (viewer: FlvViewer) => (() => void) | null,
    viewer: FlvViewer,
  ): (() => void) | null => {
    if (!screens) return watchInSession(getSession(request), start, viewer);
    const guard = screens.guard(request, viewer.end);
    const leave = start({
      ...viewer,
      write: (bytes) => {
        guard.check();
        viewer.write(bytes);
      },
    });
    if (!leave) {
      guard.release();
      return null;
    }
    return () => {
      leave();
      guard.release();
    };
  };
  const watchInSession = (
    session: SessionViewer | null,
    start: (viewer: FlvViewer) => (() => void) | null,
    viewer: FlvViewer,
  ): (() => void) | null => {
    const release = session ? sessions.add(session, viewer.end) : () => undefined;
    if (!release) return null;
    const leave = start(viewer);
    if (!leave) {
      release();
      return null;
    }
    return () => {
      leave();
      release();
    };
  };
  app.route({
    method: "GET",
    url,
    exposeHeadRoute: false,
    onRequest,
    handler: async (request, reply) => {
      const start = open(request);
      if (!start) return reply.status(404).send(notFoundBody);
      const { raw } = reply;
      const leave = watch(request, start, {
        write: (bytes) => {
          if (!raw.headersSent) writeHead(reply, "video/x-flv");
          raw.write(bytes);
        },
        getPendingBytes: () => raw.writableLength,
        end: () => raw.destroy(),
      });
      if (!leave) return reply.status(503).header("retry-after", 30).send(fullBody);
      reply.hijack();
      raw.once("close", leave);
      return reply;
    },
    wsHandler: (socket, request) => {
      const start = open(request);
      const leave =
        start &&
        watch(request, start, {
          write: (bytes) => socket.send(bytes, { binary: true }),
          getPendingBytes: () => socket.bufferedAmount,
          end: () => socket.terminate(),
        });
      // 1013: try again later.
      if (!leave) return socket.close(1013);
      socket.once("close", leave);
      // An error is followed by the close.
      socket.on("error", () => undefined);
    },
  });
}

/** What the signature of a request has to be made for. */
type ToResource = (asked: { readonly request: FastifyRequest; readonly name: string }) => string;

/** Refuses an address that was not signed for this, or has expired. */
const createSignatureHook =
  ({ clock, secretKey, sessions }: MediaContext) =>
  (purpose: MediaPurpose, toResource: ToResource) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header("cache-control", "no-store");
    const query = signatureSchema.safeParse(request.query);
    const { name } = nameSchema.parse(request.params);
    const resource = toResource({ request, name });
    const session = getSession(request);
    const isOpen = session === null || !sessions.hasEnded(session.id);
    if (isOpen && query.success && isMediaSignatureValid(secretKey, purpose, resource, query.data, clock()))
      return;
    await reply.status(403).send(expiredBody);
  };

const getStream = (request: FastifyRequest): EmbeddedStream | null =>
  findStream(nameSchema.parse(request.params).name);

/** Live HLS: one playlist that is signed to open, then playlists and parts that are signed to watch. */
function serveHls(
  app: FastifyInstance,
  context: MediaContext,
  toResource: ToResource,
  getViewer: GetViewer,
): void {
  const { clock, secretKey } = context;
  const requireSignature = createSignatureHook(context);
  app.get(
    `${mediaPath}/live/:name/index.m3u8`,
    { onRequest: requireSignature("open", toResource) },
    async (request, reply) => {
      const stream = getStream(request);
      if (!stream) return reply.status(404).send(notFoundBody);
      const { name } = nameSchema.parse(request.params);
      const resource = toResource({ request, name });
      const signature = signMedia(secretKey, "watch", resource, clock().getTime() + watchWithinMs);
      const query = toViewerQuery(getViewer(request)) + signature;
      return reply.type(playlistType).send(createMasterPlaylist(stream.clip, query));
    },
  );

  const watching = { onRequest: requireSignature("watch", toResource) };
  app.get(`${mediaPath}/live/:name/live.m3u8`, watching, async (request, reply) => {
    const stream = getStream(request);
    if (!stream) return reply.status(404).send(notFoundBody);
    const { expires, sign } = signatureSchema.parse(request.query);
    const query = `${toViewerQuery(getViewer(request))}expires=${expires}&sign=${encodeURIComponent(sign)}`;
    return reply.type(playlistType).send(createLivePlaylist(stream.clip, clock().getTime(), query));
  });
  app.get(`${mediaPath}/live/:name/:part`, watching, async (request, reply) => {
    const stream = getStream(request);
    const bytes = stream && getPart(stream, partSchema.parse(request.params).part, clock().getTime());
    if (!bytes) return reply.status(404).send(notFoundBody);
    return reply.type("video/mp4").send(bytes);
  });
}

function serveRecordings(app: FastifyInstance, context: MediaContext): void {
  const requireSignature = createSignatureHook(context);
  app.get(
    `${mediaPath}/recorded/:name`,
    {
      onRequest: requireSignature("watch", ({ request, name }) =>
        toRecordingResource(name, getSession(request)),
      ),
    },
    async (request, reply) => {
      const recording = findRecording(nameSchema.parse(request.params).name);
      if (!recording) return reply.status(404).send(notFoundBody);
      const { totalBytes, read } = recording;
      reply.header("accept-ranges", "bytes").type("video/mp4");
      const range = parseRange(request.headers.range, totalBytes);
      if (range === "unsatisfiable")
        return reply.status(416).header("content-range", `bytes */${totalBytes}`).send();
      const { from, to } = range ?? { from: 0, to: totalBytes - 1 };
      if (range) reply.status(206).header("content-range", `bytes ${from}-${to}/${totalBytes}`);
      return reply
        .header("content-length", to - from + 1)
        .send(Readable.from(read(from, to), { objectMode: false }));
    },
  );
}

/** Begins a response that fastify does not finish, with the headers that hooks have set. */
function writeHead(reply: FastifyReply, contentType: string): void {
  const headers = { ...reply.getHeaders(), "content-type": contentType };
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(200);
}

/** A part that a live playlist names; null where there is none, or no longer. */
function getPart({ clip, picture }: EmbeddedStream, part: string, now: number): Buffer | null {
  if (part === "init.mp4") return clip.init;
  const [, number] = /^seg-(\d{1,10})\.m4s$/.exec(part) ?? [];
  return number === undefined ? null : createLiveSegment(clip, picture.phase, Number(number), now);
}
