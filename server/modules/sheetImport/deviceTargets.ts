import { and, inArray, isNull } from "drizzle-orm";
import { boxCalls } from "../../../adapters/contract/box.ts";
import { deviceCalls, uavClass } from "../../../adapters/contract/device.ts";
import { hangarCalls } from "../../../adapters/contract/hangar.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { EndpointInput } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { boxes } from "../../db/schema/box.ts";
import { drones } from "../../db/schema/drone.ts";
import { hangars } from "../../db/schema/hangar.ts";
import { addBoxes } from "../box/boxHandlers.ts";
import { createDrones } from "../device/deviceHandlers.ts";
import { createHangars } from "../hangar/hangarHandlers.ts";
import { choice, place, readCompanyColumn, text } from "./importColumns.ts";
import { type ImportTarget, parseNumber, toLabelMap, type UniqueField } from "./importTarget.ts";

/** A body without what the row of a sheet has not. */
const omitRequest = <T extends { readonly requestId: string }>({ requestId, ...fields }: T) => fields;

const boxOf = (path: "mac" | "sn"): UniqueField => ({
  path,
  findOwners: async (db, values) => {
    const found = await db
      .select({ value: boxes[path], name: boxes.name })
      .from(boxes)
      .where(and(inArray(boxes[path], [...values]), isNull(boxes.deletedAt)));
    return new Map(found.map(({ value, name }) => [value, `云盒「${name}」`]));
  },
});

/** Cloud boxes, with or without a company. */
export const createBoxTarget = async (db: Db): Promise<ImportTarget> => ({
  endpoint: boxCalls.boxAdd,
  titlePath: "name",
  accountPath: null,
  columns: [
    text("name", word.boxName, "2 至 40 个字", true),
    text("mac", word.mac, "如 02:1A:2B:3C:4D:5E", true),
    text("sn", word.sn, "4 至 40 位字母、数字或短横线", true),
    text("model", word.model, "1 至 30 个字", true),
    await readCompanyColumn(db),
    text("firmware", word.firmware, "最多 30 个字"),
    ...place,
    text("remark", word.remark, "最多 500 个字"),
  ],
  unique: [boxOf("mac"), boxOf("sn")],
  // Cast: the body was parsed by this call's schema.
  create: (rows, call) =>
    addBoxes(
      rows.map(({ body }) => body as EndpointInput<typeof boxCalls.boxAdd>["body"]),
      call,
    ),
});

/** Drones of companies. */
export const createDroneTarget = async (db: Db): Promise<ImportTarget> => ({
  endpoint: deviceCalls.deviceSave,
  titlePath: "sn",
  accountPath: null,
  columns: [
    text("sn", word.sn, "4 至 40 位字母、数字或短横线", true),
    text("model", word.model, "1 至 30 个字", true),
    choice("uavClass", word.uavClass, toLabelMap(uavClass), true),
    await readCompanyColumn(db, true),
    text("name", word.name, "不填则为型号加序列号"),
    text("registrationNo", word.registrationNo, word.atMost40),
    ...place,
  ],
  unique: [
    {
      path: "sn",
      findOwners: async (handle, values) => {
        const found = await handle
          .select({ value: drones.sn, companyName: drones.companyName })
          .from(drones)
          .where(and(inArray(drones.sn, [...values]), isNull(drones.deletedAt)));
        return new Map(found.map(({ value, companyName }) => [value, `${companyName}的无人机`]));
      },
    },
  ],
  // Cast: the body was parsed by this call's schema.
  create: (rows, call) =>
    createDrones(
      rows.map(({ body }) => omitRequest(body as EndpointInput<typeof deviceCalls.deviceSave>["body"])),
      call,
    ),
});

const hangarOf = (path: "sn" | "droneSn"): UniqueField => ({
  path,
  findOwners: async (db, values) => {
    const found = await db
      .select({ value: hangars[path], name: hangars.name })
      .from(hangars)
      .where(and(inArray(hangars[path], [...values]), isNull(hangars.deletedAt)));
    return new Map(found.map(({ value, name }) => [value, `机场「${name}」`]));
  },
});

/** Hangars of companies, with or without their drone. */
export const createHangarTarget = async (db: Db): Promise<ImportTarget> => ({
  endpoint: hangarCalls.hangarAdd,
  titlePath: "name",
  accountPath: null,
  columns: [
    text("name", "机场名称", "2 至 40 个字", true),
    text("sn", word.sn, "4 至 40 位字母、数字或短横线", true),
    text("model", word.model, "1 至 30 个字", true),
    await readCompanyColumn(db, true),
    ...place.map((column) => ({ ...column, required: true as const })),
    { ...text("altitude", "海拔（m）", "高出海平面的米数，如 35", true), parse: parseNumber },
    text("droneSn", "驻场无人机", "同一企业的无人机的序列号，可不填"),
  ],
  unique: [hangarOf("sn"), hangarOf("droneSn")],
  // Cast: the body was parsed by this call's schema.
  create: (rows, call) =>
    createHangars(
      rows.map(({ body }) => omitRequest(body as EndpointInput<typeof hangarCalls.hangarAdd>["body"])),
      call,
    ),
});
