import type { Bus } from "./bus/bus.ts";
import type { Db } from "./db/handle.ts";
import type { Settings } from "./settings.ts";

/** Everything the server takes from outside itself; tests hand in their own. */
export interface Platform {
  readonly db: Db;
  readonly bus: Bus;
  readonly settings: Settings;
  readonly clock: () => Date;
  readonly newId: () => string;
  readonly randomBytes: (count: number) => Buffer;
  /** 32 bytes that access-key secrets are sealed with. */
  readonly secretKey: Buffer;
  /** Folder of the built console. */
  readonly consoleDir: string;
  /** Is told of every fault that is the server's own. */
  readonly onFault: (fault: unknown, call: string) => void;
}
