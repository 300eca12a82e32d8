import {
  type HangarRow,
  hangarCalls,
  hangarFieldLabels,
  hangarRow,
} from "../../../adapters/contract/hangar.ts";
import * as word from "../../../adapters/contract/words.ts";
import { type HangarRecord, hangars } from "../../db/schema/hangar.ts";
import { defineRecord } from "../../list/defineRecord.ts";
import { numberColumn, ownerColumn, textColumn, timeColumn } from "../../list/exportColumn.ts";
import { defineRecordSource } from "../../list/recordSource.ts";
import { createRowColumns } from "../../list/sheetColumns.ts";
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
const toHangarRow = (record: HangarRecord): HangarRow => ({
  ...toDeviceFields(record),
  // A hangar always has a company and a position.
  companyId: record.companyId,
  lng: record.lng,
  lat: record.lat,
  ...toHangarState(record),
});

export const hangarRecords = defineRecord(hangarList, toHangarRow);

/** Wind, rain and temperature; empty before the hangar's first report. */
const formatWeather = ({ windSpeed, rainfall, temperature }: HangarRow): string =>
  windSpeed === null || rainfall === null || temperature === null
    ? ""
    : `风 ${windSpeed} m/s，雨 ${rainfall} mm/h，${temperature} °C`;

const column = createRowColumns(hangarRow, hangarFieldLabels);

export const prepareHangarExport: ExportPreparer<typeof hangarCalls.hangarExport> = hangarRecords.exportTo([
  column.text("name", 24),
  column.label("status", 10),
  column.text("sn", 20),
  ownerColumn,
  column.label("cover", 10),
  textColumn("droneSn", word.drone, 24, ({ droneSn }) => droneSn ?? ""),
  numberColumn("droneBattery", word.batteryPercent, 10, ({ droneBattery }) =>
    droneBattery === null ? null : Math.round(droneBattery),
  ),
  textColumn("windSpeed", "气象", 34, formatWeather),
  textColumn("lng", word.position, 24, formatPlace),
  timeColumn("lastSeenAt", word.lastHeartbeat, ({ lastSeenAt }) => lastSeenAt),
  column.number("altitude", 10),
  column.text("model", 16),
  column.time("createdAt"),
]);
