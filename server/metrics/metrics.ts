import { Counter, Histogram, Registry } from "prom-client";
import type { FinishedCall } from "../log/logCalls.ts";

/** Seconds: from a cached statement to the timeout of a proxy. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Counters of events, one registry per platform. Label values come from closed sets, never from ids or texts: each
 * value is a permanent time series.
 */
export type Metrics = ReturnType<typeof createMetrics>;

/** Each call of the contract has its own series; all other requests share one. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    calls: new Histogram({
      name: "console_call_duration_seconds",
      help: "Time until a call's answer was sent whole.",
      labelNames: ["call", "status", "state"],
      buckets,
      registers,
    }),
    responses: new Counter({
      name: "http_responses_total",
      help: "Answers by class of HTTP status; left: the client went before one was sent.",
      labelNames: ["status"],
      registers,
    }),
    refusedSignIns: new Counter({
      name: "console_sign_in_refused_total",
      help: "Sign-ins that were refused.",
      labelNames: ["reason"],
      registers,
    }),
    locks: new Counter({
      name: "console_account_locks_total",
      help: "Locks of a phone number after wrong passwords.",
      registers,
    }),
    databaseWait: new Histogram({
      name: "console_database_wait_seconds",
      help: "Wait for a turn in the embedded database's queue, or for a connection to PostgreSQL.",
      labelNames: ["lane"],
      buckets,
      registers,
    }),
    leftOutRows: new Counter({
      name: "console_rows_left_out_total",
      help: "Rows that are missing in answers, as they do not fit the contract.",
      labelNames: ["call"],
      registers,
    }),
    exports: new Counter({
      name: "console_exports_total",
      help: "Exports that ended.",
      labelNames: ["result"],
      registers,
    }),
    sms: new Counter({
      name: "console_sms_total",
      help: "Messages that came to a status after they were handed over or dropped.",
      labelNames: ["status"],
      registers,
    }),
  };
}

/** Counts a finished request. */
export function countCall(metrics: Metrics, { call, isDeclared, status, ms, logFields }: FinishedCall): void {
  const group = status === 0 ? "left" : `${Math.floor(status / 100)}xx`;
  const labels = { call: isDeclared ? call : "other", status: group, state: logFields.state ?? "none" };
  metrics.calls.observe(labels, ms / 1000);
  metrics.responses.inc({ status: group });
  if (logFields.signIn !== undefined) metrics.refusedSignIns.inc({ reason: logFields.signIn });
  if (logFields.lockedUntil !== undefined) metrics.locks.inc();
}
