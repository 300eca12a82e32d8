import { constants } from "node:zlib";
import compress, { type FastifyCompressRouteOptions } from "@fastify/compress";
import type { FastifyInstance } from "fastify";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";

/** Smaller responses fit into one packet anyway. */
const minCompressedBytes = 1024;

/** Registers response compression. Routes opt in with `getCompression`. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    global: false,
    threshold: minCompressedBytes,
    encodings: ["br", "gzip"],
    // The default level 11 takes twenty times as long to save a further tenth.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
}

/**
 * Compresses JSON responses of reads within a session. Audited calls may return a token, an initial password or a
 * phone number, which compression together with reflected input would leak (BREACH). Files are already compressed.
 */
export const getCompression = ({
  audit,
  access,
  kind = "json",
}: Endpoint): FastifyCompressRouteOptions["compress"] =>
  !audit && access !== "public" && kind === "json" ? {} : false;
