import { writeSync } from "node:fs";
import type { FastifyBaseLogger } from "fastify";
import { type DestinationStream, type Logger, pino } from "pino";
import type { LogLevel } from "../settings/settings.ts";
import { createLogOutput, type LogOutput } from "./createLogOutput.ts";
import { formatErrorForLog } from "./formatErrorForLog.ts";

export type Log = Logger;

/** Always redacted: secrets, personal data, user input. */
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

/** Mobile numbers anywhere in a line: an error message may quote one. */
const phonePattern = /(?<!\d)1[3-9]\d{9}(?!\d)/g;

/** Fastify's own serializers would log the URL with its query string, and a failed query with its parameters. */
const serializers = {
  err: (error: unknown) => formatErrorForLog(error),
  req: ({ method }: { readonly method: string }) => ({ method }),
  res: ({ statusCode }: { readonly statusCode: number }) => ({ statusCode }),
};

/** The server's only logger: one JSON object per line, see docs/operations.md. */
export function createLog(level: LogLevel, out: DestinationStream): Log {
  return pino(
    {
      level,
      // Without pid and host name: a single process writes the log.
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

/** How long the end of the process waits for a reader that is behind. */
const lastFlushMs = 2_000;

/**
 * Standard output. What waits is written at the end of the process, however that comes.
 * @param onRecovered gets the number of dropped lines once lines can be written again
 */
export function openStandardOutput(onRecovered: (droppedLines: number) => void): LogOutput {
  // Node makes the descriptor of a pipe or socket non-blocking with its own stream. An unhandled error of that stream,
  // on a full disk or a closed pipe, would end the process.
  process.stdout.on("error", () => undefined);
  const out = createLogOutput((bytes) => writeSync(process.stdout.fd, bytes), onRecovered);
  process.on("exit", () => out.flush(lastFlushMs));
  return out;
}

/** Fastify's own logger: warnings and errors only, as `logCalls` logs the calls. */
export function createFrameworkLog(log: Log): FastifyBaseLogger {
  const quiet = log.isLevelEnabled("warn") ? "warn" : log.level;
  return log.child({}, { level: quiet });
}

/** Logs a server error with its call, request id and stack, without data. */
export const createErrorLogger =
  (log: Log) =>
  (error: unknown, call: string, reqId?: string): void =>
    log.error({ ...(reqId === undefined ? {} : { reqId }), call, fault: formatErrorForLog(error) }, "fault");
