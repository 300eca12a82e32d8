import { Readable } from "node:stream";
// Types `wsHandler`.
import type {} from "@fastify/websocket";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { Platform } from "../platform.ts";
import { createFlvEdge, type FlvEdge, type FlvViewer } from "./flvEdge.ts";
import { createLivePlaylist, createLiveSegment, createMasterPlaylist } from "./hls.ts";
import {
  type EmbeddedStream,
  findRecording,
  findStream,
  mediaPath,
  toRecordingResource,
  toStreamResource,
} from "./mediaAddresses.ts";
import { isMediaSignatureValid, type MediaPurpose, signMedia, watchWithinMs } from "./mediaSignature.ts";
import { parseRange } from "./recording.ts";

const nameSchema = z.object({ name: z.string() });
const partSchema = z.object({ name: z.string(), part: z.string() });
const signatureSchema = z.object({ expires: z.coerce.number().check(z.int()), sign: z.string() });

const expiredBody = { state: -1, message: "视频地址已失效，请重新打开视频", data: null };
const notFoundBody = { state: -1, message: "视频不存在或已结束，请重新打开视频", data: null };
const fullBody = { state: -1, message: "同时观看的人数已达上限，请稍后重试", data: null };

const playlistType = "application/vnd.apple.mpegurl";

type MediaContext = Pick<Platform, "clock" | "secretKey">;

/** A second place of the same routes. */
interface GuardedMedia {
  readonly prefix: string;
  /** Throws where the request may not watch. The signature is asked for besides. */
  readonly admit: (request: FastifyRequest) => Promise<unknown>;
}

/**
 * Serves the embedded edge: live FLV over HTTP and WebSocket, live HLS, recordings. A signature in the address is the
 * permission, as players send no token; it is checked before anything else and never logged, as the log has no queries.
 * @returns the edge's viewers of live FLV
 */
export async function serveMedia(
  app: FastifyInstance,
  context: MediaContext,
  { prefix, admit }: GuardedMedia,
): Promise<Pick<FlvEdge, "countViewers">> {
  const { clock } = context;
  const startedAt = clock().getTime() - performance.now();
  const edge = createFlvEdge(() => startedAt + performance.now());
  app.addHook("preClose", async () => edge.stop());
  serveEdge(app, context, edge);
  await app.register(
    async (guarded) => {
      guarded.addHook("onRequest", async (request) => void (await admit(request)));
      serveEdge(guarded, context, edge);
    },
    { prefix },
  );
  return edge;
}

function serveEdge(app: FastifyInstance, context: MediaContext, edge: FlvEdge): void {
  const requireSignature = createSignatureHook(context);
  const watch = ({ key, clip, picture }: EmbeddedStream, viewer: FlvViewer) =>
    edge.watch({ key, clip, phase: picture.phase }, viewer);

  app.route({
    method: "GET",
    url: `${mediaPath}/live/:name/stream.flv`,
    exposeHeadRoute: false,
    onRequest: requireSignature("open", toStreamResource),
    handler: async (request, reply) => {
      const stream = getStream(request);
      if (!stream) return reply.status(404).send(notFoundBody);
      const { raw } = reply;
      const leave = watch(stream, {
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
      const stream = getStream(request);
      const leave =
        stream &&
        watch(stream, {
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

  serveHls(app, context);
  serveRecordings(app, context);
}

/** Refuses an address that was not signed for this, or has expired. */
const createSignatureHook =
  ({ clock, secretKey }: MediaContext) =>
  (purpose: MediaPurpose, toResource: (name: string) => string) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header("cache-control", "no-store");
    const query = signatureSchema.safeParse(request.query);
    const { name } = nameSchema.parse(request.params);
    if (query.success && isMediaSignatureValid(secretKey, purpose, toResource(name), query.data, clock()))
      return;
    await reply.status(403).send(expiredBody);
  };

const getStream = (request: FastifyRequest): EmbeddedStream | null =>
  findStream(nameSchema.parse(request.params).name);

/** Live HLS: one playlist that is signed to open, then playlists and parts that are signed to watch. */
function serveHls(app: FastifyInstance, context: MediaContext): void {
  const { clock, secretKey } = context;
  const requireSignature = createSignatureHook(context);
  app.get(
    `${mediaPath}/live/:name/index.m3u8`,
    { onRequest: requireSignature("open", toStreamResource) },
    async (request, reply) => {
      const stream = getStream(request);
      if (!stream) return reply.status(404).send(notFoundBody);
      const { name } = nameSchema.parse(request.params);
      const query = signMedia(secretKey, "watch", toStreamResource(name), clock().getTime() + watchWithinMs);
      return reply.type(playlistType).send(createMasterPlaylist(stream.clip, query));
    },
  );

  const watching = { onRequest: requireSignature("watch", toStreamResource) };
  app.get(`${mediaPath}/live/:name/live.m3u8`, watching, async (request, reply) => {
    const stream = getStream(request);
    if (!stream) return reply.status(404).send(notFoundBody);
    const { expires, sign } = signatureSchema.parse(request.query);
    const query = `expires=${expires}&sign=${encodeURIComponent(sign)}`;
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
    { onRequest: requireSignature("watch", toRecordingResource) },
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
