import { Readable } from "node:stream";
import type { FastifyRequest, preParsingAsyncHookHandler } from "fastify";
import type { Signer } from "../call.ts";
import { ValidationError } from "../http/validationError.ts";
import type { SignedRequests } from "../telemetry/ingest/signedRequests.ts";

/** Maximum body of a signed call, in bytes. */
export const signedBodyLimit = 4 * 1024 * 1024;

/**
 * Reads a signed call's whole body and verifies the signature of its bytes before it is parsed. Where nothing is left of
 * its company's share, it is not even read.
 */
export function createSignedBodyHook(
  signedRequests: SignedRequests,
  onVerified: (request: FastifyRequest, signer: Signer) => void,
): preParsingAsyncHookHandler {
  return async (request, _reply, payload) => {
    signedRequests.admit(request);
    const body = await readBody(payload);
    onVerified(request, await signedRequests.verify(request, body));
    return Object.assign(Readable.from([body]), { receivedEncodedLength: body.length });
  };
}

async function readBody(payload: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of payload) {
      const bytes = Buffer.from(chunk as Uint8Array);
      size += bytes.length;
      if (size > signedBodyLimit) throw new PayloadTooLargeError();
      chunks.push(bytes);
    }
  } catch (error) {
    if (error instanceof PayloadTooLargeError) throw error;
    // The client disconnected: not a server error.
    throw new ValidationError([{ path: "", message: "请求内容不完整，请重新发送" }]);
  }
  return Buffer.concat(chunks);
}

class PayloadTooLargeError extends Error {
  readonly statusCode = 413;
}
