import type { FastifyBaseLogger } from "fastify";
import { type DestinationStream, type Logger, pino } from "pino";
import { formatErrorForLog } from "../http/formatErrorForLog.ts";

export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];
export type Log = Logger;

/** Never logged, whoever hands it over: secrets, people's data, what a user wrote. */
const redactedKeys = [
  "authorization",
  "body",
  "captcha",
  "cookie",
  "headers",
  "introduction",
  "keyword",
  "name",
  "password",
  "params",
  "passwordHash",
  "phone",
  "phoneNumber",
  "query",
  "secret",
  "token",
  "tokenHash",
  "uToken",
  "url",
];

/** A mobile number wherever it stands in a line: the message of a fault may quote one. */
const phonePattern = /(?<!\d)1[3-9]\d{9}(?!\d)/g;

/** Fastify's own serializers would write the address with its query, and a failed query with its parameters. */
const serializers = {
  err: (error: unknown) => formatErrorForLog(error),
  req: ({ method }: { readonly method: string }) => ({ method }),
  res: ({ statusCode }: { readonly statusCode: number }) => ({ statusCode }),
};

/** The server's only logger: one JSON object a line, as docs/operations.md describes it. */
export function createLog(level: LogLevel, out: DestinationStream): Log {
  return pino(
    {
      level,
      // One process writes the log, so neither its id nor the host's name is said in every line.
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: redactedKeys.flatMap((key) => [key, `*.${key}`]), censor: "[redacted]" },
      serializers,
      hooks: { streamWrite: (line) => line.replace(phonePattern, "[phone]") },
    },
    out,
  );
}

/**
 * Standard output, written at once, so that a crash loses no line. A full disk or a closed pipe costs lines, not the
 * server: unheard, an error of either writer to it would end the process.
 */
export function openStandardOutput(): DestinationStream {
  const out = pino.destination({ dest: 1, sync: true });
  out.on("error", () => undefined);
  process.stdout.on("error", () => undefined);
  return out;
}

/** What Fastify itself logs: warnings and errors alone, as calls have lines of this server's own. */
export function createFrameworkLog(log: Log): FastifyBaseLogger {
  const quiet = log.isLevelEnabled("warn") ? "warn" : log.level;
  return log.child({}, { level: quiet });
}

/** Logs a fault of the server's own: where it happened, in which request if in one, with its stack and without data. */
export const createErrorLogger =
  (log: Log) =>
  (error: unknown, call: string, reqId?: string): void =>
    log.error({ ...(reqId === undefined ? {} : { reqId }), call, fault: formatErrorForLog(error) }, "fault");
