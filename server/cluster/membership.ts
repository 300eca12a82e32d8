import { randomBytes } from "node:crypto";
import type { Bus } from "../bus/bus.ts";
import { createClusterBus } from "../bus/createClusterBus.ts";
import { openNatsLink } from "../bus/natsLink.ts";
import type { Platform } from "../platform.ts";
import type { Settings } from "../settings/settings.ts";
import { leaseProcess } from "./leaseProcess.ts";
import { openLeaseDb } from "./openLeaseDb.ts";

export interface MembershipHandlers {
  /** Called where this process was away for so long that others no longer count on it, with what happened. */
  readonly onProcessLost: (reason: string) => void;
}

/** What a process is among those that serve one PostgreSQL. */
export interface Membership {
  /** 0 to 1023. */
  readonly processId: number;
  /** The bus to the others; null where there are to be none. */
  readonly openBus: (secretKey: Buffer, onError: Platform["onError"]) => Promise<Bus | null>;
  /** Gives up its place. Call it once the bus is closed. */
  readonly close: () => Promise<void>;
}

/** Takes a place among the processes of a PostgreSQL; null for the embedded database, which has one. */
export async function openMembership(
  { databaseUrl, nats: settings }: Settings,
  { log, monotonicMs, onProcessLost }: Pick<Platform, "log" | "monotonicMs"> & MembershipHandlers,
): Promise<Membership | null> {
  if (!databaseUrl) return null;
  const { db, close } = openLeaseDb(databaseUrl);
  const token = randomBytes(16).toString("hex");
  const lease = await leaseProcess(db, { log, monotonicMs, token, onLost: onProcessLost }).catch(
    async (error) => {
      await close();
      throw error;
    },
  );
  let closeNats = async () => {};
  return {
    processId: lease.id,
    openBus: async (secretKey, onError) => {
      if (!settings) return null;
      const nats = openNatsLink(settings, secretKey, { log, onError });
      closeNats = nats.close;
      const onMissed = () => onProcessLost("messages of other processes were missed");
      return createClusterBus({ db, nats, log, monotonicMs, onError, onMissed });
    },
    close: async () => {
      await closeNats();
      await lease.release();
      await close();
    },
  };
}
