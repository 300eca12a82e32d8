import type { AddressInfo } from "node:net";
import { createGateway } from "../../server/gateway/createGateway.ts";
import { createLog } from "../../server/log/createLog.ts";
import { createMetrics } from "../../server/metrics/metrics.ts";
import { readSettings } from "../../server/settings/settings.ts";

/** A gateway below a path, with short limits. */
export async function startGateway(env: Readonly<Record<string, string>>) {
  const read = readSettings({ ...env, BASE_PATH: "/console/" });
  if ("errors" in read) throw new Error(read.errors.join("\n"));
  const { settings } = read;
  if (!settings.gateway) throw new Error("The settings make no gateway");
  const log = createLog("silent", { write: () => undefined });
  const monotonicMs = () => performance.now();
  const context = { settings, log, metrics: createMetrics(), monotonicMs, onError: () => undefined };
  const limits = { answerMs: 300, uploadMs: 5_000 };
  const app = await createGateway(context, { gateway: settings.gateway, consoleDir: "/nonexistent", limits });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const base = `127.0.0.1:${port}/console`;
  const call = async (method: string, path: string, body?: unknown, headers = {}) => {
    const response = await fetch(`http://${base}${path}`, {
      method,
      redirect: "manual",
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text };
  };
  return { port, call, url: `http://${base}`, socketUrl: `ws://${base}/ws`, close: () => app.close() };
}
