import {
  type DeviceOwner,
  type DeviceRow,
  deviceCalls,
  deviceStatus,
  uavClass,
} from "../../../adapters/contract/device.ts";
import * as word from "../../../adapters/contract/words.ts";
import { companyColumn } from "../../list/companyColumn.ts";
import { SectionFallback } from "../../list/detail/SectionFallback.tsx";
import { subTable } from "../../list/detail/subTable.tsx";
import type { Column, DetailSection } from "../../list/listDefinition.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";

interface LocatedRow {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly companyId: string | null;
  readonly lng: number | null;
  readonly lat: number | null;
}

const PlaceOnMap = lazyComponent(async () => (await import("./PlaceOnMap.tsx")).default, SectionFallback);

/** The record's location on a map. */
export const createPlaceSection = <R extends LocatedRow>(): DetailSection<R> => ({
  title: word.position,
  content: PlaceOnMap,
});

const droneColumns: readonly Column<DeviceRow>[] = [
  { key: "name", title: word.name, width: 150, as: "link", record: "drone", getId: ({ id }) => id },
  { key: "status", title: word.status, width: 80, as: "tag", dictionary: deviceStatus },
  { key: "sn", title: word.sn, width: 160, as: "copy" },
  { key: "model", title: word.model, width: 140 },
  { key: "uavClass", title: word.uavClass, width: 80, as: "label", dictionary: uavClass },
  { key: "lastSeenAt", title: word.lastSeenAt, width: 170, as: "time" },
];

/** The company's drones that are linked to this box or hangar. */
export const createDronesSection = <R extends LocatedRow>(
  title: string,
  emptyText: string,
  link: "boxId" | "hangarId",
): DetailSection<R> =>
  subTable<R, DeviceRow>({
    title,
    emptyText,
    rows: async ({ id, companyId }, client, signal) => {
      if (companyId === null) return [];
      const query = { kind: "drone" as const, companyId, [link]: id };
      const all = await client.call(deviceCalls.deviceList, { query }, { signal });
      // Another platform may know no filter by what a drone is linked to.
      return all.filter((drone) => drone[link] === id);
    },
    columns: droneColumns,
  });

const ownerColumns: readonly Column<DeviceOwner>[] = [
  companyColumn(word.company, 200),
  { key: "boundAt", title: "绑定时间", width: 170, as: "time" },
  { key: "boundBy", title: "绑定人", width: 90 },
  { key: "unboundAt", title: "解绑时间", width: 170, as: "time" },
  { key: "unboundBy", title: "解绑人", width: 90 },
];

/** The history of owners, the current one first. */
export const createOwnersSection = <R extends LocatedRow>(): DetailSection<R> =>
  subTable<R, DeviceOwner>({
    title: "归属记录",
    call: deviceCalls.deviceOwners,
    emptyText: "没有归属变更",
    rows: ({ id }, client, signal) => client.call(deviceCalls.deviceOwners, { params: { id } }, { signal }),
    columns: ownerColumns,
  });
