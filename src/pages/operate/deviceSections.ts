import {
  type DeviceOwner,
  type DeviceRow,
  deviceCalls,
  deviceStatus,
  uavClass,
} from "../../../adapters/contract/device.ts";
import { brought } from "../../console/brought.tsx";
import type { Column, DetailSection } from "../../list/definition.ts";
import { SectionWaiting } from "../../list/detail/SectionWaiting.tsx";
import { subTable } from "../../list/detail/subTable.tsx";

interface Placed {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly companyId: string | null;
  readonly lng: number | null;
  readonly lat: number | null;
}

const PlaceOnMap = brought(async () => (await import("./PlaceOnMap.tsx")).default, SectionWaiting);

/** Where the record stands, on a map. */
export const placeSection = <R extends Placed>(): DetailSection<R> => ({
  title: "位置",
  content: PlaceOnMap,
});

const drones: readonly Column<DeviceRow>[] = [
  { key: "name", title: "名称", width: 150 },
  { key: "status", title: "状态", width: 80, as: "tag", of: deviceStatus },
  { key: "sn", title: "序列号", width: 160, as: "copy" },
  { key: "model", title: "型号", width: 140 },
  { key: "uavClass", title: "类别", width: 80, as: "label", of: uavClass },
  { key: "lastSeenAt", title: "最近上线", width: 170, as: "time" },
];

/** The drones of the record's company that live in it or talk through it. */
export const dronesSection = <R extends Placed>(
  title: string,
  empty: string,
  link: "boxId" | "hangarId",
): DetailSection<R> =>
  subTable<R, DeviceRow>({
    title,
    empty,
    rows: async ({ id, companyId }, client, signal) => {
      if (companyId === null) return [];
      const query = { kind: "drone" as const, companyId };
      const all = await client.call(deviceCalls.deviceList, { query }, { signal });
      return all.filter((drone) => drone[link] === id);
    },
    columns: drones,
  });

const owners: readonly Column<DeviceOwner>[] = [
  { key: "companyName", title: "企业", width: 200 },
  { key: "boundAt", title: "绑定时间", width: 170, as: "time" },
  { key: "boundBy", title: "绑定人", width: 90 },
  { key: "unboundAt", title: "解绑时间", width: 170, as: "time" },
  { key: "unboundBy", title: "解绑人", width: 90 },
];

/** Whose it has been, the present owner first. */
export const ownersSection = <R extends Placed>(): DetailSection<R> =>
  subTable<R, DeviceOwner>({
    title: "归属记录",
    empty: "没有归属变更",
    rows: ({ id }, client, signal) => client.call(deviceCalls.deviceOwners, { params: { id } }, { signal }),
    columns: owners,
  });
