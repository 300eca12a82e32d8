import { exitWithError } from "../exitWithError.ts";
import { createErrorLogger, type Log } from "../log/createLog.ts";
import { createMetrics } from "../metrics/metrics.ts";
import type { GatewaySettings } from "../settings/gatewaySettings.ts";
import type { Settings } from "../settings/settings.ts";
import { shutdownOnSignal } from "../shutdownOnSignal.ts";
import { createGateway } from "./createGateway.ts";

interface GatewayStart {
  readonly settings: Settings;
  readonly gateway: GatewaySettings;
  readonly log: Log;
  readonly consoleDir: string;
  /** Called once there is something to close, with what closes it and exits with 1. */
  readonly onRunning: (shutdownAfterError: () => void) => void;
}

/** Listens as a gateway, without a database. */
export async function startGateway({
  settings,
  gateway,
  log,
  consoleDir,
  onRunning,
}: GatewayStart): Promise<void> {
  const context = {
    settings,
    log,
    metrics: createMetrics(),
    monotonicMs: () => performance.now(),
    onError: createErrorLogger(log),
  };
  const app = await createGateway(context, { gateway, consoleDir });
  const stop = async () => {
    log.info("stopping");
    await app.close();
    log.info("stopped");
  };
  onRunning(shutdownOnSignal(stop, (error) => exitWithError(String(error))).shutdownAfterError);
  const address = await app.listen({ host: settings.host, port: settings.port });
  console.log(`Aerial Console is at ${address}${settings.basePath.slice(0, -1)}`);
  console.log(`It passes calls on to ${new URL(gateway.api).origin}.`);
  log.info({ listen: address, node: process.version, gateway: true }, "started");
}
