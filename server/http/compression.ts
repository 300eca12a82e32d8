import { constants } from "node:zlib";
import compress, { type FastifyCompressRouteOptions } from "@fastify/compress";
import type { FastifyInstance } from "fastify";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";

/** Below this an answer goes in one packet anyway. */
const minCompressedBytes = 1024;

/** Prepares answers' compression; none is compressed that does not ask for it with `getCompression`. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    global: false,
    threshold: minCompressedBytes,
    encodings: ["br", "gzip"],
    // The usual eleventh level takes twenty times as long for a tenth less.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
}

/**
 * Whether a call's answers are compressed: reads of a session are. What writes an audit row may answer with a token,
 * a first password or a phone number, whose length beside input that comes back would tell of it (BREACH); files are
 * compressed in themselves.
 */
export const getCompression = ({
  audit,
  access,
  kind = "json",
}: Endpoint): FastifyCompressRouteOptions["compress"] =>
  !audit && access !== "public" && kind === "json" ? {} : false;
