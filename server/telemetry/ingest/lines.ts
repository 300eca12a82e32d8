import type { StoredLine } from "../../db/schema/flight.ts";
import { getOrCreate } from "../mqtt/boundedMap.ts";

/** What samples come in by: an access key, a gateway, or the broker that gateways send to. */
export interface Line extends StoredLine {
  /** The wider line that it is part of; null where that is the platform's own. */
  readonly within: Line | null;
  /** Server's time of the last sample of a registered drone, UTC ms. */
  heardAt: number;
}

/** The lines that have been heard of since the start. */
export interface Lines {
  readonly ofKey: (key: {
    readonly accessKeyId: string;
    readonly accessKey: string;
    readonly companyId: string;
  }) => Line;
  /** @param gateway serial number; null for what the broker brings without naming one */
  readonly ofGateway: (gateway: string | null) => Line;
  /** A line that a stored flight came in by. It gets from `now` on the time that silence takes to count. */
  readonly restore: (stored: StoredLine, now: number) => Line;
}

/** A broker may pass on any number of invented gateways. */
const maxLines = 20_000;
const brokerId = "broker";
const gatewayPrefix = "gateway ";

export function createLines(): Lines {
  const known = new Map<string, Line>();
  const broker: Line = { id: brokerId, name: "MQTT 服务器", companyId: null, within: null, heardAt: 0 };
  const get = (stored: StoredLine, within: Line | null) =>
    getOrCreate(known, stored.id, maxLines, (): Line => ({ ...stored, within, heardAt: 0 }));
  return {
    ofKey: ({ accessKeyId, accessKey, companyId }) =>
      get({ id: `key ${accessKeyId}`, name: `访问密钥 ${accessKey}`, companyId }, null),
    ofGateway: (gateway) =>
      gateway === null
        ? broker
        : get({ id: `${gatewayPrefix}${gateway}`, name: `网关 ${gateway}`, companyId: null }, broker),
    restore: (stored, now) => {
      const line =
        stored.id === brokerId ? broker : get(stored, stored.id.startsWith(gatewayPrefix) ? broker : null);
      noteHeard(line, now);
      return line;
    },
  };
}

/** Notes that a sample came in by a line, and so by those that it is part of. */
export function noteHeard(line: Line, at: number): void {
  for (let part: Line | null = line; part; part = part.within) part.heardAt = Math.max(part.heardAt, at);
}

export const toStoredLine = ({ id, name, companyId }: Line): StoredLine => ({ id, name, companyId });
