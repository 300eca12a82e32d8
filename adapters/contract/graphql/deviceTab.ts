import type { DeviceRow } from "../device.ts";
import type { CompanyView } from "./companyView.ts";

type DeviceCounts = Readonly<Record<DeviceRow["kind"], number>>;

/** How many devices of each kind there are among these. */
export function countKinds(devices: readonly DeviceRow[]): DeviceCounts {
  const countKind = (kind: DeviceRow["kind"]) => devices.filter((device) => device.kind === kind).length;
  return { drone: countKind("drone"), hangar: countKind("hangar"), box: countKind("box") };
}

/**
 * A company's devices as a tab: counts by kind, and the newest of all kinds.
 * @param devices at least the newest `first` of each kind
 */
export function toDeviceTab(
  devices: readonly DeviceRow[],
  counts: DeviceCounts,
  first: number,
): NonNullable<CompanyView["devices"]> {
  const newest = devices.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  return {
    total: counts.drone + counts.hangar + counts.box,
    drones: counts.drone,
    hangars: counts.hangar,
    boxes: counts.box,
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
