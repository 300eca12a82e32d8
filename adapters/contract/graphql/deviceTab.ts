import type { DeviceRow } from "../device.ts";
import type { CompanyView } from "./companyView.ts";

/** A company's devices as a tab: counts by kind, and the newest of all kinds. */
export function toDeviceTab(
  devices: readonly DeviceRow[],
  first: number,
): NonNullable<CompanyView["devices"]> {
  const countKind = (kind: DeviceRow["kind"]) => devices.filter((device) => device.kind === kind).length;
  const newest = devices.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  return {
    total: devices.length,
    drones: countKind("drone"),
    hangars: countKind("hangar"),
    boxes: countKind("box"),
    rows: newest.slice(0, first).map(({ id, kind, name, sn, model, status, hangar, lastSeenAt }) => ({
      id,
      kind,
      name,
      sn,
      model,
      status: hangar?.status ?? status,
      lastSeenAt,
    })),
  };
}
