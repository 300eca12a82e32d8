import { Readable } from "node:stream";
import type { FastifyRequest, preParsingAsyncHookHandler } from "fastify";
import type { Signer } from "../call.ts";
import type { Platform } from "../platform.ts";
import { verifySigned } from "../telemetry/ingest/verifySigned.ts";

/** The most that a signed call may send. */
export const signedBodyLimit = 4 * 1024 * 1024;

/** Reads a signed call's body whole, as the signature covers its bytes, and checks it before it is parsed. */
export const signedBody =
  (
    platform: Platform,
    remember: (request: FastifyRequest, signer: Signer) => void,
  ): preParsingAsyncHookHandler =>
  async (request, _reply, payload) => {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of payload) {
      const bytes = Buffer.from(chunk as Uint8Array);
      size += bytes.length;
      if (size > signedBodyLimit) throw Object.assign(new Error("Body is too large"), { statusCode: 413 });
      chunks.push(bytes);
    }
    const body = Buffer.concat(chunks);
    remember(request, await verifySigned(platform, request, body));
    return Object.assign(Readable.from([body]), { receivedEncodedLength: size });
  };
