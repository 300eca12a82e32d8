import type { boxCalls } from "../../../adapters/contract/box.ts";
import type { deviceCalls } from "../../../adapters/contract/device.ts";
import type { hangarCalls } from "../../../adapters/contract/hangar.ts";
import type { plusCalls } from "../../../adapters/contract/plus.ts";
import { putBox, putHangar, putPlus } from "../deviceRecords.ts";
import type { Samples } from "./sample.ts";
import type { World } from "./world.ts";

const firstPage = { pageNo: 1, pageSize: 20 };
const badId = { args: { params: { id: "0" } }, path: "id" };
let serials = 0;
const serial = () => `SAMPLE-${++serials}`;

const boxOf = async ({ on, company }: World) => putBox(on.db, await company());
const plusOf = async (world: World) => putPlus(world.on.db, (await boxOf(world)).id);

export const deviceSamples: Samples<typeof deviceCalls> = {
  deviceList: {
    role: "duty",
    args: () => ({ query: { kind: "hangar" } }),
    bad: { args: { query: { kind: "boat" } }, path: "kind" },
  },
  deviceOwners: {
    role: "duty",
    args: async (world) => ({ params: { id: (await boxOf(world)).id } }),
    bad: badId,
  },
};

export const boxSamples: Samples<typeof boxCalls> = {
  createBoxMac: { role: "maintainer", args: () => ({}), bad: null },
  boxList: {
    role: "duty",
    args: () => ({
      body: { ...firstPage, status: "offline", offlineDays: 7, sort: { field: "lastSeenAt", order: "asc" } },
    }),
    bad: { args: { body: { ...firstPage, offlineDays: 0 } }, path: "offlineDays" },
  },
  boxOne: {
    role: "operator",
    args: async (world) => ({ params: { id: (await boxOf(world)).id } }),
    bad: badId,
  },
  boxAdd: {
    role: "maintainer",
    args: async (world) => {
      const sn = serial();
      const mac = `02-ac-ff-00-00-${String(serials).padStart(2, "0")}`;
      const place = { lng: 116.397128, lat: 39.916527 };
      const fields = { name: "新云盒", mac, sn, model: "AC-Box 2", ...place };
      return { body: { requestId: world.requestId(), ...fields, companyId: (await world.company()).id } };
    },
    bad: {
      args: {
        body: { requestId: "12345678", name: "新云盒", mac: "01:00:00:00:00:00", sn: "SN-1", model: "AC" },
      },
      path: "mac",
    },
  },
  boxUpdate: {
    role: "maintainer",
    args: async (world) => {
      const { id, version } = await boxOf(world);
      return { body: { id, version, requestId: world.requestId(), remark: "新的备注" } };
    },
    bad: { args: { body: { id: "1", version: 1, requestId: "12345678", lng: 10 } }, path: "lng" },
  },
};

export const plusSamples: Samples<typeof plusCalls> = {
  plusList: {
    role: "duty",
    args: async (world) => ({ params: { id: (await plusOf(world)).boxId } }),
    bad: badId,
  },
  plusAdd: {
    role: "maintainer",
    args: async (world) => {
      const { id: boxId } = await boxOf(world);
      return {
        body: { requestId: world.requestId(), boxId, name: "差分模块", kind: "rtk" as const, sn: serial() },
      };
    },
    bad: {
      args: { body: { requestId: "12345678", boxId: "1", name: "差分模块", kind: "radar", sn: "SN-1" } },
      path: "kind",
    },
  },
  plusUpdate: {
    role: "maintainer",
    args: async (world) => {
      const { id, version } = await plusOf(world);
      return { body: { id, version, requestId: world.requestId(), status: "fault" as const } };
    },
    bad: { args: { body: { id: "1", version: 1, requestId: "12345678", sn: "?" } }, path: "sn" },
  },
  plusDel: {
    role: "maintainer",
    args: async (world) => {
      const { id, version } = await plusOf(world);
      return { params: { id }, query: { version, requestId: world.requestId() } };
    },
    bad: badId,
  },
};

export const hangarSamples: Samples<typeof hangarCalls> = {
  hangarAdd: {
    role: "maintainer",
    args: async (world) => {
      const { id, version } = await putHangar(world.on.db, await world.company());
      return { body: { id, version, requestId: world.requestId(), name: "新的名称", altitude: 50 } };
    },
    bad: {
      args: {
        body: {
          requestId: "12345678",
          name: "新机场",
          sn: "SN-1",
          model: "DJI Dock 2",
          companyId: "1",
          lng: 139.69,
          lat: 35.68,
          altitude: 50,
        },
      },
      path: "lng",
    },
  },
  hangarList: {
    role: "duty",
    args: () => ({ body: { ...firstPage, cover: "closed", sort: { field: "sn", order: "asc" } } }),
    bad: { args: { body: { ...firstPage, status: "half" } }, path: "status" },
  },
  hangarOne: {
    role: "operator",
    args: async (world) => ({
      params: { id: (await putHangar(world.on.db, await world.company())).id },
    }),
    bad: badId,
  },
};
