import type { boxCalls } from "../../../adapters/contract/box.ts";
import type { deviceCalls } from "../../../adapters/contract/device.ts";
import type { hangarCalls } from "../../../adapters/contract/hangar.ts";
import type { ingestStatusCalls } from "../../../adapters/contract/ingestStatus.ts";
import { plusCalls } from "../../../adapters/contract/plus.ts";
import { insertBox, insertDrone, insertHangar, insertPlusModule } from "../device/deviceRecords.ts";
import { recordSamples } from "./recordSamples.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

const firstPage = { pageNo: 1, pageSize: 20 };
const badId = { args: { params: { id: "0" } }, path: "id" };
let serialCount = 0;
const nextSerial = () => `SAMPLE-${++serialCount}`;

const createBox = async ({ ctx, getCompany }: SampleContext) => insertBox(ctx.db, await getCompany());
const createPlusModule = async (context: SampleContext) =>
  insertPlusModule(context.ctx.db, (await createBox(context)).id);

export const deviceSamples: Samples<typeof deviceCalls> = {
  droneExport: {
    role: "duty",
    args: async ({ ctx, getCompany }) => {
      await insertDrone(ctx.db, await getCompany());
      return { body: {} };
    },
    invalid: { args: { body: { uavClass: "giant" } }, path: "uavClass" },
  },
  deviceList: {
    role: "duty",
    args: () => ({ query: { kind: "hangar" } }),
    invalid: { args: { query: { kind: "boat" } }, path: "kind" },
  },
  deviceOwners: {
    role: "duty",
    args: async (context) => ({ params: { id: (await createBox(context)).id } }),
    invalid: badId,
  },
  deviceSave: {
    role: "maintainer",
    args: async (context) => {
      const { id, version } = await insertDrone(context.ctx.db, await context.getCompany());
      return { body: { id, version, requestId: context.nextRequestId(), model: "DJI Matrice 4TD" } };
    },
    invalid: {
      args: { body: { requestId: "12345678", sn: "SN 1", model: "DJI", uavClass: "light", companyId: "1" } },
      path: "sn",
    },
  },
  droneList: {
    role: "duty",
    args: () => ({
      body: { ...firstPage, uavClass: "light", sort: { field: "lastSeenAt", order: "desc" } },
    }),
    invalid: { args: { body: { ...firstPage, uavClass: "tiny" } }, path: "uavClass" },
  },
  droneOne: {
    role: "operator",
    args: async (context) => ({
      params: { id: (await insertDrone(context.ctx.db, await context.getCompany())).id },
    }),
    invalid: badId,
  },
};

export const ingestStatusSamples: Samples<typeof ingestStatusCalls> = {
  ingestStatus: {
    role: "duty",
    args: async ({ getCompany }) => ({ query: { companyId: (await getCompany()).id, sn: "SAMPLE-DRONE" } }),
    invalid: { args: { query: { companyId: "x" } }, path: "companyId" },
  },
};

export const boxSamples: Samples<typeof boxCalls> = {
  boxExport: {
    role: "maintainer",
    args: async (context) => {
      await createBox(context);
      return { body: {} };
    },
    invalid: { args: { body: { status: "open" } }, path: "status" },
  },
  createBoxMac: { role: "maintainer", args: () => ({}), invalid: null },
  boxList: {
    role: "duty",
    args: () => ({
      body: { ...firstPage, status: "offline", offlineDays: 7, sort: { field: "lastSeenAt", order: "asc" } },
    }),
    invalid: { args: { body: { ...firstPage, offlineDays: 0 } }, path: "offlineDays" },
  },
  boxOne: {
    role: "operator",
    args: async (context) => ({ params: { id: (await createBox(context)).id } }),
    invalid: badId,
  },
  boxAdd: {
    role: "maintainer",
    args: async (context) => {
      const sn = nextSerial();
      const mac = `02-ac-ff-00-00-${String(serialCount).padStart(2, "0")}`;
      const place = { lng: 116.397128, lat: 39.916527 };
      const fields = { name: "新云盒", mac, sn, model: "AC-Box 2", ...place };
      return {
        body: { requestId: context.nextRequestId(), ...fields, companyId: (await context.getCompany()).id },
      };
    },
    invalid: {
      args: {
        body: { requestId: "12345678", name: "新云盒", mac: "01:00:00:00:00:00", sn: "SN-1", model: "AC" },
      },
      path: "mac",
    },
  },
  boxUpdate: {
    role: "maintainer",
    args: async (context) => {
      const { id, version } = await createBox(context);
      return { body: { id, version, requestId: context.nextRequestId(), remark: "新的备注" } };
    },
    invalid: { args: { body: { id: "1", version: 1, requestId: "12345678", lng: 10 } }, path: "lng" },
  },
};

export const plusSamples: Samples<typeof plusCalls> = recordSamples(plusCalls, createPlusModule, {
  plusList: {
    role: "duty",
    args: async (context) => ({ params: { id: (await createPlusModule(context)).boxId } }),
    invalid: badId,
  },
  plusAdd: {
    role: "maintainer",
    args: async (context) => {
      const { id: boxId } = await createBox(context);
      return {
        body: {
          requestId: context.nextRequestId(),
          boxId,
          name: "差分模块",
          kind: "rtk" as const,
          sn: nextSerial(),
        },
      };
    },
    invalid: {
      args: { body: { requestId: "12345678", boxId: "1", name: "差分模块", kind: "radar", sn: "SN-1" } },
      path: "kind",
    },
  },
});

export const hangarSamples: Samples<typeof hangarCalls> = {
  hangarExport: {
    role: "maintainer",
    args: async ({ ctx, getCompany }) => {
      await insertHangar(ctx.db, await getCompany());
      return { body: {} };
    },
    invalid: { args: { body: { cover: "gone" } }, path: "cover" },
  },
  hangarAdd: {
    role: "maintainer",
    args: async (context) => {
      const { id, version } = await insertHangar(context.ctx.db, await context.getCompany());
      return { body: { id, version, requestId: context.nextRequestId(), name: "新的名称", altitude: 50 } };
    },
    invalid: {
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
    invalid: { args: { body: { ...firstPage, status: "half" } }, path: "status" },
  },
  hangarOne: {
    role: "operator",
    args: async (context) => ({
      params: { id: (await insertHangar(context.ctx.db, await context.getCompany())).id },
    }),
    invalid: badId,
  },
};
