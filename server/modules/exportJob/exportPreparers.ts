import type * as z from "zod/mini";
import type { ExportKind, exportCalls } from "../../../adapters/contract/exportCalls.ts";
import type { Call } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import type { ScreenRecord } from "../../db/schema/screen.ts";
import type { SessionRecord } from "../../db/schema/sessions.ts";
import { type PreparedExport, prepareExport, prepareRowExport } from "../../list/prepareExport.ts";
import { alarmList } from "../alarm/alarmList.ts";
import { alarmSheet } from "../alarm/alarmSheet.ts";
import { ruleList, ruleSheet, toRuleRow } from "../alarmRule/ruleList.ts";
import { auditSheet } from "../auditTrail/auditSheet.ts";
import { createAuditTrailList } from "../auditTrail/auditTrailList.ts";
import { boxList, boxSheet } from "../box/boxList.ts";
import { toBoxRows } from "../box/boxRow.ts";
import { type ChannelRecord, channelList, channelSheet, toChannelRow } from "../channelCode/channelList.ts";
import { prepareCompanyExport } from "../company/companyExport.ts";
import { droneList, droneSheet, toDroneRows } from "../device/droneList.ts";
import { dutyLogList, dutyLogSheet } from "../duty/dutyLogList.ts";
import { goodsList, goodsSheet, toGoodsRows } from "../goods/goodsList.ts";
import { hangarList, hangarSheet, toHangarRow } from "../hangar/hangarList.ts";
import { invoiceList } from "../invoice/invoiceList.ts";
import { invoiceSheet } from "../invoice/invoiceSheet.ts";
import {
  createOnlineSessionList,
  sessionSheet,
  toOnlineSessionRows,
} from "../onlineSession/onlineSessionList.ts";
import { createOrderList } from "../order/orderList.ts";
import { createOrderSheet } from "../order/orderSheet.ts";
import { createOrderPaySheet, orderPayList } from "../orderPay/orderPayList.ts";
import { prepareReceivableExport } from "../receivable/receivableList.ts";
import { screenList, screenSheet, toScreenRow } from "../screen/screenList.ts";
import { prepareServiceExport } from "../service/serviceExport.ts";
import { smsList, smsSheet, toSmsRow } from "../sms/smsList.ts";
import { declineList, declineSheet, toSmsDeclineRow } from "../smsDecline/declineList.ts";
import { staffList, staffSheet } from "../staff/staffList.ts";
import { toStaffRows } from "../staff/staffRow.ts";
import { flightList } from "../taskHistory/flightList.ts";
import { flightSheet } from "../taskHistory/flightSheet.ts";
import { toUserRow, userList, userSheet } from "../user/userList.ts";
import { toViewer } from "../viewer.ts";
import { prepareZoneExport } from "../zone/zoneList.ts";

/** The part of a call that preparing an export uses. */
export type ExportContext = Pick<Call, "db" | "dbOutsideTransaction" | "now" | "actor" | "newId" | "live">;

export type ExportBody<K extends ExportKind> = z.output<(typeof exportCalls)[K]["body"]>;

/** Prepares each kind of export; refuses if the actor may not export it. */
export const exportPreparers: {
  readonly [K in ExportKind]: (body: ExportBody<K>, call: ExportContext) => Promise<PreparedExport>;
} = {
  companyExport: prepareCompanyExport,
  orderExport: (body, call) =>
    prepareExport(call, createOrderList(call.actor), body, createOrderSheet(toViewer(call.actor))),
  invoiceExport: (body, call) => prepareExport(call, invoiceList, body, invoiceSheet),
  orderPayExport: (body, call) =>
    prepareExport(call, orderPayList, body, createOrderPaySheet(toViewer(call.actor))),
  receivableExport: prepareReceivableExport,
  taskHistoryExport: (body, call) => prepareExport(call, flightList, body, flightSheet),
  dutyLogExport: (body, call) => prepareExport(call, dutyLogList, body, dutyLogSheet),
  alarmExport: (body, call) => prepareExport(call, alarmList, body, alarmSheet),
  zoneExport: prepareZoneExport,
  userExport: (body, call) =>
    prepareRowExport(call, userList, body, (_db, users) => users.map(toUserRow), userSheet),
  staffExport: (body, call) =>
    prepareRowExport(
      call,
      staffList,
      body,
      (db, people) => toStaffRows({ db, now: call.now }, people),
      staffSheet,
    ),
  channelExport: (body, call) => {
    const viewer = toViewer(call.actor);
    const toRows = (_db: Db, channels: ChannelRecord[]) => channels.map((one) => toChannelRow(one, viewer));
    return prepareRowExport(call, channelList, body, toRows, channelSheet);
  },
  goodsExport: (body, call) => prepareRowExport(call, goodsList, body, toGoodsRows, goodsSheet),
  serviceExport: prepareServiceExport,
  smsExport: (body, call) =>
    prepareRowExport(call, smsList, body, (_db, messages) => messages.map(toSmsRow), smsSheet),
  smsDeclineExport: (body, call) =>
    prepareRowExport(call, declineList, body, (_db, phones) => phones.map(toSmsDeclineRow), declineSheet),
  boxExport: (body, call) => prepareRowExport(call, boxList, body, toBoxRows, boxSheet),
  hangarExport: (body, call) =>
    prepareRowExport(call, hangarList, body, (_db, hangars) => hangars.map(toHangarRow), hangarSheet),
  droneExport: (body, call) =>
    prepareRowExport(
      call,
      droneList,
      body,
      (db, drones) => toDroneRows({ db, live: call.live }, drones),
      droneSheet,
    ),
  ruleExport: (body, call) =>
    prepareRowExport(call, ruleList, body, (_db, rules) => rules.map(toRuleRow), ruleSheet),
  screenExport: (body, call) => {
    const toRows = (_db: Db, screens: ScreenRecord[]) => screens.map((one) => toScreenRow(one, call.now));
    return prepareRowExport(call, screenList, body, toRows, screenSheet);
  },
  sessionExport: (body, call) => {
    const toRows = (db: Db, sessions: SessionRecord[]) =>
      toOnlineSessionRows({ db, actor: call.actor }, sessions);
    return prepareRowExport(call, createOnlineSessionList(call.db, call.now), body, toRows, sessionSheet);
  },
  // The new id excludes this export's own audit row, which is written before the pages are read.
  auditExport: (body, call) => prepareExport(call, createAuditTrailList(call.newId()), body, auditSheet),
};
