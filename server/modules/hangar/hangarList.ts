import { hangarCover, hangarStatus } from "../../../adapters/contract/device.ts";
import { type HangarRow, hangarCalls } from "../../../adapters/contract/hangar.ts";
import { type HangarRecord, hangars } from "../../db/schema/hangar.ts";
import { numberColumn, textColumn, timeColumn } from "../../list/exportColumn.ts";
import { prepareRowExport, type RowSheet } from "../../list/prepareExport.ts";
import { defineRecordSource } from "../../list/recordSource.ts";
import { formatPlace, toDeviceFields } from "../device/deviceFields.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";

/** The list of hangars. */
export const hangarList = defineRecordSource(hangarCalls.hangarList, hangars);

/** A hangar's last reported state; its weather is unknown before the first report. */
export const toHangarState = (record: HangarRecord) => ({
  status: record.status,
  cover: record.cover,
  altitude: record.altitude,
  droneSn: record.droneSn,
  droneBattery: record.droneBattery,
  windSpeed: record.lastSeenAt && record.windSpeed,
  rainfall: record.lastSeenAt && record.rainfall,
  temperature: record.lastSeenAt && record.temperature,
});

/** A hangar as lists and details show it. */
export const toHangarRow = (record: HangarRecord): HangarRow => ({
  ...toDeviceFields(record),
  // A hangar always has a company and a position.
  companyId: record.companyId,
  lng: record.lng,
  lat: record.lat,
  ...toHangarState(record),
});

/** Wind, rain and temperature; empty before the hangar's first report. */
const formatWeather = ({ windSpeed, rainfall, temperature }: HangarRow): string =>
  windSpeed === null || rainfall === null || temperature === null
    ? ""
    : `风 ${windSpeed} m/s，雨 ${rainfall} mm/h，${temperature} °C`;

/** The workbook of 机场管理. */
const hangarSheet: RowSheet<HangarRow> = {
  title: "机场列表",
  columns: [
    textColumn("name", "机场名称", 24, ({ name }) => name),
    textColumn("status", "状态", 10, ({ status }) => hangarStatus.label(status)),
    textColumn("sn", "序列号", 20, ({ sn }) => sn),
    textColumn("companyName", "所属企业", 36, ({ companyName }) => companyName),
    textColumn("cover", "舱盖", 10, ({ cover }) => hangarCover.label(cover)),
    textColumn("droneSn", "无人机", 24, ({ droneSn }) => droneSn ?? ""),
    numberColumn("droneBattery", "电量（%）", 10, ({ droneBattery }) =>
      droneBattery === null ? null : Math.round(droneBattery),
    ),
    textColumn("windSpeed", "气象", 34, formatWeather),
    textColumn("lng", "位置", 24, formatPlace),
    timeColumn("lastSeenAt", "最近心跳", ({ lastSeenAt }) => lastSeenAt),
    numberColumn("altitude", "海拔（m）", 10, ({ altitude }) => altitude),
    textColumn("model", "型号", 16, ({ model }) => model),
    timeColumn("createdAt", "创建时间", ({ createdAt }) => createdAt),
  ],
};

export const prepareHangarExport: ExportPreparer<typeof hangarCalls.hangarExport> = (body, call) =>
  prepareRowExport(call, hangarList, body, (_db, hangars) => hangars.map(toHangarRow), hangarSheet);
