import { and, inArray, isNull } from "drizzle-orm";
import { boxes } from "../../db/schema/box.ts";
import { drones } from "../../db/schema/drone.ts";
import { hangars } from "../../db/schema/hangar.ts";
import type { Platform } from "../../platform.ts";
import { getOrCreate } from "./boundedMap.ts";

/** What a gateway reports about a drone. */
export interface GatewayEvent {
  readonly gateway: string;
  readonly droneSn: string;
  /** Called where the gateway may speak for the drone. */
  readonly apply: () => void;
}

/** Decides which gateway may speak for which drone: both are registered with one company. */
export interface GatewayRights {
  /** Applies the event at once where both are known, otherwise after the next look-up. */
  readonly whenAllowed: (event: GatewayEvent) => void;
  /** Looks up what is not known yet. Errors are reported, and tried again with the next call. */
  readonly lookUp: () => Promise<void>;
}

interface RightsOptions extends Pick<Platform, "db" | "monotonicMs"> {
  /** Company of the drone's open task. */
  readonly getTaskCompany: (droneSn: string) => string | undefined;
  readonly onRefused: (event: GatewayEvent) => void;
  readonly onError: (error: unknown) => void;
}

/** Null where the serial number is registered nowhere. */
interface Owner {
  companyId: string | null;
  readAt: number;
}

/** A device that was just entered counts this much later. */
const validMs = 30_000;
const maxOwners = 20_000;
/** Beyond it the oldest events are refused. */
const maxWaiting = 2_000;

export function createGatewayRights(options: RightsOptions): GatewayRights {
  const { db, monotonicMs, getTaskCompany, onRefused, onError } = options;
  const gatewayOwners = new Map<string, Owner>();
  const droneOwners = new Map<string, Owner>();
  let waiting: GatewayEvent[] = [];
  let isReading = false;

  const isFresh = (owner: Owner | undefined) => owner !== undefined && monotonicMs() - owner.readAt < validMs;
  /** Whether a look-up was made, however long ago: while the database is away, the last one counts. */
  const isKnown = ({ gateway, droneSn }: GatewayEvent) =>
    gatewayOwners.has(gateway) && (getTaskCompany(droneSn) !== undefined || droneOwners.has(droneSn));
  const isDecided = ({ gateway, droneSn }: GatewayEvent) =>
    isFresh(gatewayOwners.get(gateway)) &&
    (getTaskCompany(droneSn) !== undefined || isFresh(droneOwners.get(droneSn)));

  function decide(event: GatewayEvent): void {
    const speaker = gatewayOwners.get(event.gateway)?.companyId ?? null;
    const owner = getTaskCompany(event.droneSn) ?? droneOwners.get(event.droneSn)?.companyId;
    if (speaker !== null && speaker === owner) event.apply();
    else onRefused(event);
  }

  async function readOwners(events: readonly GatewayEvent[]): Promise<void> {
    const gateways = [...new Set(events.map(({ gateway }) => gateway))];
    const droneSns = [...new Set(events.map(({ droneSn }) => droneSn))];
    const read = (table: typeof boxes | typeof hangars | typeof drones, sns: readonly string[]) =>
      db
        .select({ sn: table.sn, companyId: table.companyId })
        .from(table)
        .where(and(inArray(table.sn, [...sns]), isNull(table.deletedAt)));
    const found = [await read(boxes, gateways), await read(hangars, gateways), await read(drones, droneSns)];
    const [boxRows = [], hangarRows = [], droneRows = []] = found;
    store(gatewayOwners, gateways, [...boxRows, ...hangarRows]);
    store(droneOwners, droneSns, droneRows);
  }

  function store(
    owners: Map<string, Owner>,
    sns: readonly string[],
    rows: readonly { readonly sn: string; readonly companyId: string | null }[],
  ): void {
    const companies = new Map(rows.map(({ sn, companyId }) => [sn, companyId]));
    for (const sn of sns)
      Object.assign(
        getOrCreate(owners, sn, maxOwners, () => ({ companyId: null, readAt: 0 })),
        { companyId: companies.get(sn) ?? null, readAt: monotonicMs() },
      );
  }

  return {
    whenAllowed: (event) => {
      // The events of a gateway stay in their order.
      if (waiting.length === 0 && !isReading && isDecided(event)) return decide(event);
      const dropped = waiting.length >= maxWaiting ? waiting.shift() : undefined;
      if (dropped) onRefused(dropped);
      waiting.push(event);
    },
    lookUp: async () => {
      if (isReading || waiting.length === 0) return;
      isReading = true;
      const events = waiting;
      waiting = [];
      try {
        await readOwners(events);
      } catch (error) {
        onError(error);
        const unknown = [...events.filter((event) => !isKnown(event)), ...waiting];
        waiting = unknown.splice(-maxWaiting);
        for (const event of unknown) onRefused(event);
      } finally {
        isReading = false;
      }
      for (const event of events) if (isKnown(event)) decide(event);
    },
  };
}
