import { readFileSync } from "node:fs";

export const deviceRoles = ["admin", "operator", "finance", "maintainer", "duty"] as const;
export type DeviceRole = (typeof deviceRoles)[number];
export type DeviceEntity = "hangar" | "box";

/** One line of a table that was written by hand: what an event does in a status, and which role may bring it about. */
export interface DeviceLine {
  readonly entity: DeviceEntity;
  readonly status: string;
  /** The status in Chinese. */
  readonly name: string;
  readonly event: string;
  /** The next status, or 拒绝. */
  readonly result: string;
  readonly roles: Readonly<Record<DeviceRole, string>>;
}

/** The two tables together. */
export const deviceLines: readonly DeviceLine[] = (["hangar", "box"] as const).flatMap((entity) =>
  readFileSync(new URL(`${entity}.csv`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [status = "", name = "", event = "", result = "", ...rest] = line.split(",");
      const [admin = "", operator = "", finance = "", maintainer = "", duty = ""] = rest;
      return { entity, status, name, event, result, roles: { admin, operator, finance, maintainer, duty } };
    }),
);
