import { boxes } from "../../../server/db/schema/box.ts";
import { drones } from "../../../server/db/schema/drone.ts";
import { flights } from "../../../server/db/schema/flight.ts";
import { hangars } from "../../../server/db/schema/hangar.ts";
import { invoices } from "../../../server/db/schema/invoice.ts";
import { orders } from "../../../server/db/schema/order.ts";
import { orderPays } from "../../../server/db/schema/orderPay.ts";
import { tasks } from "../../../server/db/schema/task.ts";
import type { TestPlatform } from "../../helpers/testPlatform.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";

const separator = "\u001f";
const companyName = "北京天翼飞行科技有限公司";

/** Phones of the records below; the last four digits of one occur in no other. */
export const phones = { company: "15937284615", user: "15959486137", pilot: "15915042793" } as const;

/** Inserts one record of each kind that a search finds, all of one company; their ids by kind. */
export async function insertOneOfEach(ctx: TestPlatform) {
  const { db, clock, platform } = ctx;
  const factory = await createDataFactory(ctx);
  const now = clock.now();
  const record = () => ({ id: platform.newId(), createdAt: now, updatedAt: now });
  const company = await factory.createCompany({
    name: companyName,
    nameOrder: `bei jing tian yi fei xing ke ji you xian gong si ${companyName}`,
    phone: phones.company,
    orderAmountFen: 500_000,
    expireAt: new Date("2026-03-12T02:00:00.000Z"),
    search: `${companyName}${separator}91110108ma01tianyi`,
  });
  const companyFields = { companyId: company.id, companyName };
  const ordered = { ...companyFields, companyNameOrder: company.nameOrder };
  const user = await factory.createUser(company.id, {
    name: "张三丰",
    nameOrder: "zhang san feng 张三丰",
    companyName,
    phoneNumber: phones.user,
    search: "张三丰",
  });
  const order = {
    ...record(),
    ...ordered,
    orderNo: "DD20260302000007",
    type: "new" as const,
    items: [],
    goodsNames: "巡检套餐",
    taxLines: [],
    totalFen: 300_000,
    payableFen: 300_000,
    paidFen: 100_000,
    contractNo: "HT-2026-88",
    statusAt: now,
    payMethod: "bank" as const,
    search: `dd20260302000007${separator}${companyName}${separator}ht-2026-88`,
  };
  await db.insert(orders).values(order);
  const payment = {
    ...record(),
    orderId: order.id,
    orderNo: order.orderNo,
    companyId: order.companyId,
    companyName,
    payNo: "ZF20260302000003",
    method: "bank" as const,
    bankSerialNo: "BK778899001",
    amountFen: 100_000,
    payerName: companyName,
    paidAt: now,
    status: "confirmed" as const,
  };
  await db.insert(orderPays).values(payment);
  const invoice = {
    ...record(),
    ...ordered,
    titleType: "company" as const,
    title: "天翼开票抬头",
    taxNo: "91110108MA01INVO3X",
    type: "normal" as const,
    email: "a@b.cn",
    lines: [],
    amountFen: 300_000,
    exTaxFen: 283_019,
    taxFen: 16_981,
    orderCount: 1,
    orderNos: order.orderNo,
    applicantId: ctx.staff.operator.id,
    applicantName: ctx.staff.operator.name,
    appliedAt: now,
    search: `${separator}天翼开票抬头${separator}${companyName}${separator}91110108ma01invo3x${separator}`,
  };
  await db.insert(invoices).values(invoice);
  const task = {
    ...record(),
    ...companyFields,
    taskNo: "RW20260302000009",
    name: "永定河河道巡检",
    kind: "patrol" as const,
    status: "finished" as const,
    source: "device" as const,
    pilotName: "李飞手",
    pilotPhone: phones.pilot,
    droneSn: "1581F6Q8D9",
    droneModel: "M30",
    route: [],
    uomStatus: "unknown" as const,
    search: `rw20260302000009${separator}永定河河道巡检${separator}${companyName}${separator}李飞手${separator}1581f6q8d9`,
  };
  await db.insert(tasks).values(task);
  const flight = {
    id: platform.newId(),
    taskId: task.id,
    ...companyFields,
    droneSn: task.droneSn,
    source: "device" as const,
    startedAt: now,
    endedAt: new Date(now.getTime() + 600_000),
    durationS: 600,
    distanceM: 4_200,
    isDistanceIncomplete: true,
    flightNo: "RW20260302000009",
    taskNo: task.taskNo,
    taskName: task.name,
    taskStatus: "finished" as const,
    taskKind: "patrol" as const,
    pilotName: task.pilotName,
    search: task.search,
  };
  await db.insert(flights).values(flight);
  const drone = {
    ...record(),
    ...companyFields,
    name: "巡检一号机",
    sn: "1581F6Q8D9",
    model: "M30",
    uavClass: "small" as const,
    registrationNo: "UAS00012345",
    status: "online" as const,
    search: `巡检一号机${separator}1581f6q8d9${separator}uas00012345`,
  };
  await db.insert(drones).values(drone);
  const box = {
    ...record(),
    ...companyFields,
    name: "永定河云盒",
    nameOrder: "yong ding he yun he 永定河云盒",
    mac: "02:AC:00:00:12:34",
    sn: "BX-900017",
    model: "B1",
    status: "offline" as const,
    search: `永定河云盒${separator}02:ac:00:00:12:34${separator}bx-900017`,
  };
  await db.insert(boxes).values(box);
  const hangar = {
    ...record(),
    ...companyFields,
    name: "永定河机场",
    sn: "HG-77001",
    model: "Dock 2",
    lng: 116.2,
    lat: 39.8,
    altitude: 50,
    status: "idle" as const,
    cover: "closed" as const,
    windSpeed: 0,
    rainfall: 0,
    temperature: 0,
    search: `永定河机场${separator}hg-77001`,
  };
  await db.insert(hangars).values(hangar);
  const ids = {
    company: company.id,
    user: user.id,
    order: order.id,
    payment: payment.id,
    invoice: invoice.id,
    task: task.id,
    flight: flight.id,
    drone: drone.id,
    box: box.id,
    hangar: hangar.id,
  };
  return { ids, factory };
}
