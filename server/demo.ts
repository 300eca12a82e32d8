import { existsSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { Platform } from "./platform.ts";
import type { Settings } from "./settings/settings.ts";
import type { SmsGateway } from "./sms/gateway.ts";
import type { LivePlatform, LiveService } from "./telemetry/liveService.ts";
import type { TelemetrySource } from "./telemetry/telemetrySource.ts";

/** What the demonstration adds to the server. Its code is in `demo/`, loaded only if the settings need it. */
export interface Demo {
  /**
   * Seeds a new embedded database before it is opened, in a process of its own.
   * @returns `failed`: the data are incomplete until `completeData`; `told`: the server cannot start, and the reason is
   * printed
   */
  readonly prepareData: (settings: Settings) => Promise<"done" | "failed" | "told">;
  /** Seeds the demo data that are missing. Returns lines for the terminal: the demo accounts. */
  readonly completeData: (platform: Platform) => Promise<readonly string[]>;
  /** An SMS gateway that sends nothing. */
  readonly createSmsGateway: (clock: () => Date) => SmsGateway;
  /** Creates the simulated drones and the replayed flight of the settings; outside production, their faults have calls. */
  readonly createSources: (
    platform: LivePlatform & Pick<Platform, "settings">,
    live: LiveService,
  ) => Promise<readonly TelemetrySource[]>;
  /** Development calls of the simulated drones, which work once `createSources` has created them. */
  readonly registerRoutes: (app: FastifyInstance) => void;
}

/** The program's source; next to a bundled server, its bundle. */
const program = import.meta.url.endsWith(".ts") ? "../demo/demo.ts" : "./demo/demo.js";

/** The settings need the demonstration, but this build does not include it. */
export class NoDemoError extends Error {
  override readonly name = "NoDemoError";
}

/** Whether the settings need the demonstration. */
const needsDemo = ({ production, fleet, replay, sms }: Settings): boolean =>
  !production || fleet > 0 || replay !== undefined || (sms !== null && !sms.url);

/** Loads the demonstration; null if the settings do not need it. @throws NoDemoError */
export async function loadDemo(settings: Settings): Promise<Demo | null> {
  if (!needsDemo(settings)) return null;
  const file = new URL(program, import.meta.url);
  if (!existsSync(file))
    throw new NoDemoError("This build is without the demonstration, which FLEET, REPLAY and demo data need");
  // Cast: a specifier that is computed has no type.
  const { createDemo } = (await import(file.href)) as { readonly createDemo: () => Demo };
  return createDemo();
}
