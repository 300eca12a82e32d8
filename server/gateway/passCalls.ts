import httpProxy from "@fastify/http-proxy";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { stateCodes } from "../../adapters/contract/envelope.ts";
import { AuthError } from "../http/authError.ts";
import { reqIdHeader } from "../log/reqId.ts";
import type { Settings } from "../settings/settings.ts";
import { isOriginAllowed } from "../socket/serveSocket.ts";
import { createScreenCookie, readScreenCookies, toCookieHeader } from "../wall/screenCookie.ts";
import { type PassedPath, translateRedirect } from "./passedPaths.ts";

/** Limits of a platform's answer, ms. */
export interface GatewayLimits {
  /** Until it begins. It is what ends a call that the console has given up. */
  readonly answerMs: number;
  /** The same for an upload; less than the minute after which a silent connection with the browser is closed. */
  readonly uploadMs: number;
}

/** @param requestTimeoutMs when the console gives up a call */
export const toGatewayLimits = (requestTimeoutMs: number): GatewayLimits => ({
  answerMs: 2 * requestTimeoutMs,
  uploadMs: 55_000,
});
const connectMs = 5_000;
const streamPauseMs = 300_000;
/** Seconds. */
const retryAfter = 5;

/** What belongs to this origin or to the connection with the browser, not to the platform. */
const keptHeaders = ["cookie", "origin", "referer", "expect"];
/** By these a client could claim another address or path to a platform that believes its proxies. */
const claims =
  /^(?:forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip|x-original-.*|x-rewrite-url)$/;
/** What a platform says about its own origin. */
const droppedHeaders = [
  "set-cookie",
  "strict-transport-security",
  "content-security-policy",
  "content-security-policy-report-only",
  "x-frame-options",
  "clear-site-data",
  reqIdHeader,
];
/** A file of the platform is shown, and never runs with the rights of the console's pages. */
const filePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; object-src 'self'; frame-ancestors 'self'";

/** Passes calls on to the hosts of another platform, as they are. What that cannot answer has this server's envelope. */
export async function passCalls(
  app: FastifyInstance,
  paths: readonly PassedPath[],
  limits: GatewayLimits,
  { allowedOrigins, basePath }: Pick<Settings, "allowedOrigins" | "basePath">,
): Promise<void> {
  for (const { prefix, host, isScreens = false } of paths) {
    const { origin, pathname } = new URL(host);
    await app.register(httpProxy, {
      prefix,
      upstream: origin,
      rewritePrefix: `${pathname.replace(/\/$/, "")}${prefix}`,
      config: { call: `* ${prefix}`, upload: true },
      disableRequestLogging: true,
      destroyAgent: true,
      internalRewriteLocationHeader: false,
      preHandler: (request, _reply, done) => {
        // A browser sends cookies for pages of other origins, too.
        const isForeign = isScreens && !isOriginAllowed(request, allowedOrigins);
        done(isForeign ? new AuthError("foreignOrigin") : undefined);
      },
      // A stream may pause in its middle.
      undici: {
        connect: { timeout: connectMs },
        headersTimeout: limits.answerMs,
        bodyTimeout: streamPauseMs,
      },
      replyOptions: {
        rewriteRequestHeaders: (request, headers) => ({
          ...omitHeaders(headers, (name) => keptHeaders.includes(name) || claims.test(name)),
          ...(isScreens && { cookie: toCookieHeader(readScreenCookies(request.headers.cookie)) }),
          "x-forwarded-for": request.ip,
          "x-forwarded-proto": request.protocol,
          [reqIdHeader]: request.id,
        }),
        rewriteHeaders: (headers, request) => ({
          ...omitHeaders(headers, isDropped),
          ...(isScreens && request && renewScreenCookies(headers["set-cookie"], request, basePath)),
          ...(headers.location !== undefined &&
            request && {
              location: translateRedirect(headers.location, `${host}${request.url}`, paths, basePath),
            }),
          "content-security-policy": filePolicy,
          "x-frame-options": "SAMEORIGIN",
          "x-content-type-options": "nosniff",
        }),
        // The library would repeat a call that the platform has refused as too busy.
        retryDelay: () => null,
        onError: (reply, { error }) => {
          const { status, message } = describeFailure(error);
          reply
            .status(status)
            .header("retry-after", retryAfter)
            .type("application/json; charset=utf-8")
            .send({ state: stateCodes.refused, message, data: null });
        },
      },
      handler: (request, reply, dest, options) =>
        reply.from(dest, isUpload(request) ? { ...options, timeout: limits.uploadMs } : options),
    });
  }
}

/** A screen of the platform gets its cookie from this server, for its own path and its own kind of connection. */
function renewScreenCookies(
  given: string | readonly string[] | undefined,
  { protocol }: Pick<FastifyRequest, "protocol">,
  basePath: string,
) {
  const [token] = [given ?? []].flat().flatMap((header) => readScreenCookies(header));
  return token === undefined ? {} : { "set-cookie": [createScreenCookie(token, { protocol }, { basePath })] };
}

const isUpload = ({ headers }: FastifyRequest) =>
  headers["content-type"]?.startsWith("multipart/form-data") ?? false;

const isDropped = (name: string) => droppedHeaders.includes(name) || name.startsWith("access-control-");

function omitHeaders<H extends object>(headers: H, isOmitted: (name: string) => boolean): H {
  // Cast: what is omitted is optional.
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isOmitted(name.toLowerCase()))) as H;
}

const failure = z.object({ statusCode: z.number(), code: z.string() });

/** What is said in place of a platform that has not answered. */
function describeFailure(error: Error): { readonly status: number; readonly message: string } {
  const { data } = failure.safeParse(error);
  const isLate = data?.statusCode === 504 && data.code !== "UND_ERR_CONNECT_TIMEOUT";
  return isLate
    ? { status: 504, message: "平台没有及时回答，操作可能已经生效，请刷新核对后再操作" }
    : { status: 503, message: "暂时连不上平台，请稍后重试；若仍出现请联系管理员" };
}
