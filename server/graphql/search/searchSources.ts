import { eq, isNotNull, isNull, type SQL } from "drizzle-orm";
import { boxCalls } from "../../../adapters/contract/box.ts";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { deviceCalls } from "../../../adapters/contract/device.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { describeHit, type HitDescription } from "../../../adapters/contract/graphql/describeHit.ts";
import type { SearchHit, SearchKind } from "../../../adapters/contract/graphql/search.ts";
import { hangarCalls } from "../../../adapters/contract/hangar.ts";
import { invoiceCalls } from "../../../adapters/contract/invoice.ts";
import { orderCalls } from "../../../adapters/contract/order.ts";
import { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import { taskHistoryCalls } from "../../../adapters/contract/taskHistory.ts";
import { userCalls } from "../../../adapters/contract/user.ts";
import type { Db } from "../../db/handle.ts";
import { boxes } from "../../db/schema/box.ts";
import { companies } from "../../db/schema/company.ts";
import { drones } from "../../db/schema/drone.ts";
import { flights } from "../../db/schema/flight.ts";
import { hangars } from "../../db/schema/hangar.ts";
import { invoices } from "../../db/schema/invoice.ts";
import { orders } from "../../db/schema/order.ts";
import { orderPays } from "../../db/schema/orderPay.ts";
import { tasks } from "../../db/schema/task.ts";
import { users } from "../../db/schema/user.ts";
import { toPaymentText } from "../../db/searchKeys.ts";
import { maskPhone } from "../../records/maskPhone.ts";
import type { Viewer } from "../../records/viewer.ts";
import type { CandidateSource } from "./buildCandidates.ts";

/** A record that was found, not yet compared with the text. */
export type FoundRecord = HitDescription &
  Pick<SearchHit, "id" | "status" | "companyId"> & {
    readonly at: Date;
    readonly amountFen?: number | null;
    readonly paidFen?: number | null;
    readonly redFen?: number | null;
    readonly parentId?: string;
  };

/** How one kind of record is searched and read. */
export interface SearchSource extends CandidateSource {
  /** The call that lists the kind: whoever may not make it does not find it here either. */
  readonly list: Pick<Endpoint, "access" | "path">;
  readonly read: (db: Db, where: SQL, viewer: Viewer) => Promise<FoundRecord[]>;
}

const macParts = /^[0-9a-f]{2}(?:[-:]?[0-9a-f]{2}){1,5}$/i;

/** A MAC address or its beginning as it is stored, with colons: also from hyphens, or from digits alone. */
function toMacText(text: string): string | null {
  if (!macParts.test(text)) return null;
  const mac = text.replace(/[-:]/g, "").match(/../g)?.join(":") ?? "";
  return mac.toLowerCase() === text.toLowerCase() ? null : mac;
}

export const searchSources: Readonly<Record<SearchKind, SearchSource>> = {
  company: {
    list: companyCalls.companyPageList,
    table: companies,
    id: companies.id,
    newest: companies.createdAt,
    baseCondition: isNull(companies.deletedAt),
    text: companies.search,
    name: { column: companies.name, order: companies.nameOrder },
    phones: [companies.phone, companies.emergencyPhone, companies.accountPhone],
    read: async (db, where) => {
      const { id, name, shortName, creditCode, status, createdAt } = companies;
      const columns = { id, name, shortName, creditCode, status, at: createdAt };
      const rows = await db.select(columns).from(companies).where(where);
      return rows.map((row) => ({ ...pick(row), ...describeHit.company(row), companyId: row.id }));
    },
  },
  user: {
    list: userCalls.userPageList,
    table: users,
    id: users.id,
    newest: users.createdAt,
    baseCondition: isNull(users.deletedAt),
    text: users.search,
    name: { column: users.name, order: users.nameOrder },
    phones: [users.phoneNumber],
    read: async (db, where) => {
      const { id, name, companyId, companyName, phoneNumber, status, createdAt } = users;
      const columns = { id, name, companyId, companyName, phoneNumber, status, at: createdAt };
      const rows = await db.select(columns).from(users).where(where);
      return rows.map((row) => ({
        ...pick(row),
        ...describeHit.user({ ...row, phoneNumber: maskPhone(row.phoneNumber) }),
        companyId: row.companyId,
      }));
    },
  },
  order: {
    list: orderCalls.orderPageList,
    table: orders,
    id: orders.id,
    newest: orders.createdAt,
    text: orders.search,
    read: async (db, where, { canSeeAmounts }) => {
      const { id, orderNo, contractNo, companyId, companyName, goodsNames, payableFen, paidFen } = orders;
      const columns = { id, orderNo, contractNo, companyId, companyName, goodsNames, payableFen, paidFen };
      const rows = await db
        .select({ ...columns, status: orders.status, at: orders.createdAt })
        .from(orders)
        .where(where);
      return rows.map((row) => ({
        ...pick(row),
        ...describeHit.order(row),
        companyId: row.companyId,
        amountFen: canSeeAmounts ? row.payableFen : null,
        paidFen: canSeeAmounts ? row.paidFen : null,
      }));
    },
  },
  payment: {
    list: orderPayCalls.orderPayForOrder,
    table: orderPays,
    id: orderPays.id,
    newest: orderPays.createdAt,
    text: toPaymentText(orderPays.bankSerialNo, orderPays.payNo, orderPays.payerName),
    read: async (db, where, { canSeeAmounts }) => {
      const { id, payNo, bankSerialNo, payerName, orderId, amountFen, status, paidAt } = orderPays;
      const rows = await db
        .select({
          id,
          payNo,
          bankSerialNo,
          payerName,
          orderId,
          amountFen,
          status,
          at: paidAt,
          orderNo: orders.orderNo,
          companyId: orders.companyId,
        })
        .from(orderPays)
        .innerJoin(orders, eq(orders.id, orderId))
        .where(where);
      return rows.map((row) => ({
        ...pick(row),
        ...describeHit.payment(row),
        companyId: row.companyId,
        parentId: row.orderId,
        amountFen: canSeeAmounts ? row.amountFen : null,
      }));
    },
  },
  invoice: {
    list: invoiceCalls.invoicePageList,
    table: invoices,
    id: invoices.id,
    newest: invoices.createdAt,
    text: invoices.search,
    read: async (db, where, { canSeeAmounts }) => {
      const { id, invoiceNo, redInvoiceNos, title, taxNo, companyId, companyName } = invoices;
      const { amountFen, redFen, status, createdAt } = invoices;
      const columns = { id, invoiceNo, redInvoiceNos, title, taxNo, companyId, companyName };
      const rows = await db
        .select({ ...columns, amountFen, redFen, status, at: createdAt })
        .from(invoices)
        .where(where);
      return rows.map((row) => ({
        ...pick(row),
        ...describeHit.invoice({ ...row, redInvoiceNos: row.redInvoiceNos.split("、") }),
        companyId: row.companyId,
        amountFen: canSeeAmounts ? row.amountFen : null,
        redFen: canSeeAmounts ? row.redFen : null,
      }));
    },
  },
  task: {
    list: taskHistoryCalls.taskOne,
    table: tasks,
    id: tasks.id,
    newest: tasks.createdAt,
    baseCondition: isNull(tasks.deletedAt),
    text: tasks.search,
    phones: [tasks.pilotPhone, tasks.backupPhone],
    read: async (db, where) => {
      const { id, taskNo, name, companyId, companyName, droneSn, status, createdAt } = tasks;
      const columns = { id, taskNo, name, companyId, companyName, droneSn, status, at: createdAt };
      const rows = await db.select(columns).from(tasks).where(where);
      return rows.map((row) => ({ ...pick(row), ...describeHit.task(row), companyId: row.companyId }));
    },
  },
  flight: {
    list: taskHistoryCalls.taskHistoryList,
    table: flights,
    id: flights.id,
    newest: flights.startedAt,
    baseCondition: isNotNull(flights.endedAt),
    text: flights.search,
    read: async (db, where) => {
      const { id, taskId, flightNo, taskName, companyId, companyName, droneSn, taskStatus, startedAt } =
        flights;
      const columns = { id, taskId, flightNo, name: taskName, companyId, companyName, droneSn };
      const rows = await db
        .select({ ...columns, status: taskStatus, at: startedAt })
        .from(flights)
        .where(where);
      return rows.map((row) => ({
        ...pick(row),
        ...describeHit.flight(row),
        companyId: row.companyId,
        parentId: row.taskId,
      }));
    },
  },
  drone: {
    list: deviceCalls.droneList,
    table: drones,
    id: drones.id,
    newest: drones.createdAt,
    baseCondition: isNull(drones.deletedAt),
    text: drones.search,
    read: async (db, where) => {
      const { id, name, sn, registrationNo, companyId, companyName, status, createdAt } = drones;
      const columns = { id, name, sn, registrationNo, companyId, companyName, status, at: createdAt };
      const rows = await db.select(columns).from(drones).where(where);
      return rows.map((row) => ({ ...pick(row), ...describeHit.drone(row), companyId: row.companyId }));
    },
  },
  box: {
    list: boxCalls.boxList,
    table: boxes,
    id: boxes.id,
    newest: boxes.createdAt,
    baseCondition: isNull(boxes.deletedAt),
    text: boxes.search,
    name: { column: boxes.name, order: boxes.nameOrder },
    rewrite: toMacText,
    read: async (db, where) => {
      const { id, name, mac, sn, companyId, companyName, status, createdAt } = boxes;
      const columns = { id, name, mac, sn, companyId, companyName, status, at: createdAt };
      const rows = await db.select(columns).from(boxes).where(where);
      return rows.map((row) => ({ ...pick(row), ...describeHit.box(row), companyId: row.companyId }));
    },
  },
  hangar: {
    list: hangarCalls.hangarList,
    table: hangars,
    id: hangars.id,
    newest: hangars.createdAt,
    baseCondition: isNull(hangars.deletedAt),
    text: hangars.search,
    read: async (db, where) => {
      const { id, name, sn, companyId, companyName, status, createdAt } = hangars;
      const columns = { id, name, sn, companyId, companyName, status, at: createdAt };
      const rows = await db.select(columns).from(hangars).where(where);
      return rows.map((row) => ({ ...pick(row), ...describeHit.hangar(row), companyId: row.companyId }));
    },
  },
};

const pick = ({ id, status, at }: Pick<FoundRecord, "id" | "status" | "at">) => ({ id, status, at });
