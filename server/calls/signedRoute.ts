import { Readable } from "node:stream";
import type { FastifyRequest, preParsingAsyncHookHandler } from "fastify";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { validationErrorData } from "../../adapters/contract/envelope.ts";
import type { Signer } from "../call.ts";
import type { ParsedInput } from "../http/parseInput.ts";
import { toErrorResponse } from "../http/sendError.ts";
import { type Outcome, toOutcome } from "../http/toOutcome.ts";
import { ValidationError } from "../http/validationError.ts";
import { addLogFields } from "../log/logCalls.ts";
import type { HandOver, TelemetryInput } from "../telemetry/handOver/handOver.ts";
import { nullNonNumbers } from "../telemetry/ingest/nullNonNumbers.ts";
import type { SignedCall, SignedRequests } from "../telemetry/ingest/signedRequests.ts";
import type { CallServices } from "./createCall.ts";

/** Maximum body of a signed call, in bytes. */
const signedBodyLimit = 4 * 1024 * 1024;

/** How a signed call is verified, and handed over where the live picture is another process's. */
export interface SignedRoute {
  readonly options: { readonly bodyLimit: number; readonly preParsing: preParsingAsyncHookHandler };
  /** Who signed a request that this process takes itself. */
  readonly getSigner: (request: FastifyRequest) => Signer | null;
  /** Hands a call over whose input was parsed; null where this process takes it itself. */
  readonly handOver: (
    request: FastifyRequest,
    endpoint: Endpoint,
    input: ParsedInput,
  ) => Promise<Outcome> | null;
  /**
   * Notes a verified call whose body does not have the form of the call.
   * @returns what is answered instead, as the owner may refuse the call before its body is looked at; null where the
   * error stands
   */
  readonly noteError: (request: FastifyRequest, error: unknown) => Promise<unknown> | null;
}

export type SignedRouteServices = Pick<CallServices, "live" | "clock" | "reportLeftOut"> & {
  readonly signedRequests: SignedRequests;
  /** Null where there is one process. */
  readonly handOver: HandOver | null;
};

export function createSignedRoute({
  signedRequests,
  handOver,
  live,
  clock,
  reportLeftOut,
}: SignedRouteServices): SignedRoute {
  const signers = new WeakMap<FastifyRequest, Signer>();
  /** Calls that the owner has not heard of yet. */
  const verified = new WeakMap<FastifyRequest, SignedCall>();
  return {
    options: {
      bodyLimit: signedBodyLimit,
      // The signature is that of the body's bytes. Where nothing is left of a company's share, it is not even read.
      preParsing: async (request, _reply, payload) => {
        await signedRequests.admit(request);
        const body = await readBody(payload);
        const call = await signedRequests.verify(request, body);
        if (handOver?.isElsewhere()) verified.set(request, call);
        else signers.set(request, await signedRequests.take(call));
        addLogFields(request, { accessKeyId: call.accessKeyId });
        return Object.assign(Readable.from([nullNonNumbers(body)]), { receivedEncodedLength: body.length });
      },
    },
    getSigner: (request) => signers.get(request) ?? null,
    handOver: (request, endpoint, { body, leftOut = [] }) => {
      const call = verified.get(request);
      if (!handOver || !call) return null;
      verified.delete(request);
      // Cast: the only signed call is that of samples, whose schema has parsed the body.
      const { samples } = body as Pick<TelemetryInput, "samples">;
      return handOver
        .send(call, request.id, { samples, leftOut })
        .then((data) => toOutcome(endpoint, data, reportLeftOut));
    },
    noteError: (request, error) => {
      const invalid = validationErrorData.safeParse(toErrorResponse(error).body.data);
      const issues = invalid.success ? invalid.data.issues : [];
      const [signer, call] = [signers.get(request), verified.get(request)];
      if (signer) live.ingestStatus.addInvalidBody(signer.companyId, clock().getTime(), issues);
      if (!handOver || !call) return null;
      verified.delete(request);
      return handOver.send(call, request.id, { issue: issues[0] ?? null }).then(
        () => error,
        (refused: unknown) => refused,
      );
    },
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
