import { channelCodeCalls } from "../../../adapters/contract/channelCode.ts";
import { companyCalls } from "../../../adapters/contract/company.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { managementCalls } from "../../../adapters/contract/management.ts";
import { onlineSessionCalls } from "../../../adapters/contract/onlineSession.ts";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { smsDeclineCalls } from "../../../adapters/contract/smsDecline.ts";
import { staffCalls } from "../../../adapters/contract/staff.ts";
import { taskCalls } from "../../../adapters/contract/task.ts";
import { userCalls } from "../../../adapters/contract/user.ts";
import { tasks } from "../../../server/db/schema/task.ts";
import { injectUntyped } from "../../helpers/injectCall.ts";
import {
  type ConsoleRole,
  openSession,
  type RequestHeaders,
  type TestPlatform,
} from "../../helpers/testPlatform.ts";
import type { DataFactory } from "../fixtures/createDataFactory.ts";

/** One phone per phone column. The last four digits of one occur in no other. */
export const samplePhones = {
  contact: "15937284615",
  emergency: "15948375926",
  account: "15959486137",
  staff: "15971608359",
  channel: "15982719460",
  sms: "15993820571",
  pilot: "15915042793",
  backup: "15926153804",
} as const;

/** A list or picker with phones, and what it can be searched by. */
export interface PhoneList {
  readonly call: Endpoint;
  readonly role: ConsoleRole;
  readonly phones: readonly string[];
  /** The lower-case search text of each record. */
  readonly searchTexts: readonly string[];
}

/** Every list and picker with phones, written by hand. */
export function createPhoneLists(creditCode: string): readonly PhoneList[] {
  const company = [`云鹰测绘有限公司\n${creditCode.toLowerCase()}`];
  const companyPhones = [samplePhones.contact, samplePhones.emergency, samplePhones.account];
  const notice = "【低空服务平台】您的账号信息有更新，请登录平台查看。如非本人操作，请立即联系您的客户经理。";
  const staffNames = ["管理员甲", "运营乙", "财务丙", "运维丁", "值班戊"];
  return [
    { call: userCalls.userPageList, role: "finance", phones: [samplePhones.account], searchTexts: ["赵飞"] },
    { call: companyCalls.companyPageList, role: "finance", phones: companyPhones, searchTexts: company },
    { call: managementCalls.pageListCompany, role: "duty", phones: companyPhones, searchTexts: company },
    {
      call: channelCodeCalls.channelPageList,
      role: "operator",
      phones: [samplePhones.channel],
      searchTexts: ["东区渠道\neastern"],
    },
    {
      call: smsCalls.smsListPage,
      role: "operator",
      phones: [samplePhones.sms, samplePhones.account],
      searchTexts: [notice, "【低空服务平台】今天下雨"],
    },
    { call: smsDeclineCalls.smsDeclineList, role: "operator", phones: [samplePhones.sms], searchTexts: [] },
    {
      call: staffCalls.staffList,
      role: "admin",
      phones: [samplePhones.staff],
      searchTexts: ["孙新", ...staffNames],
    },
    {
      call: onlineSessionCalls.sessionList,
      role: "admin",
      phones: [samplePhones.staff],
      // Sessions of the callers in this test, and of the new account.
      searchTexts: ["孙新", ...staffNames.filter((name) => name !== "运维丁")],
    },
    {
      call: taskCalls.taskStartList,
      role: "duty",
      phones: [samplePhones.pilot, samplePhones.backup],
      searchTexts: ["rw-a\n河道巡检\n云鹰测绘有限公司\n钱飞\ndrone-sn"],
    },
  ];
}

/** The number of records that a list finds by a keyword; throws if the call fails. */
export async function countMatches(
  ctx: TestPlatform,
  call: Endpoint,
  keyword: string,
  headers: RequestHeaders,
) {
  const page = call.path === "/task/start/list" ? {} : { pageNo: 1, pageSize: 20 };
  const { status, body } = await injectUntyped(ctx.app, call, { body: { ...page, keyword } }, headers);
  if (body.state !== 0) throw new Error(`${call.path} ${keyword}: ${status} ${body.message}`);
  return (body.data as { total: number }).total;
}

/** Creates and edits a record for each phone through calls; returns the company's credit code. */
export async function createPhoneRecords(ctx: TestPlatform, factory: DataFactory): Promise<string> {
  let requestCount = 0;
  const callAndUnwrap = async (call: Endpoint, body: object, role: ConsoleRole = "admin") => {
    const args = { body: { ...body, requestId: `phone-record-${++requestCount}` } };
    const response = await injectUntyped(ctx.app, call, args, await ctx.loginAs(role));
    if (response.body.state !== 0) throw new Error(`${call.path}: ${response.body.message}`);
    return response.body.data as { id: string; version: number };
  };
  const creditCode = factory.nextCreditCode();
  const company = await callAndUnwrap(companyCalls.companyCreate, {
    name: "云鹰测绘公司",
    shortName: "云鹰",
    creditCode,
    type: "enterprise",
    level: "A",
    contact: "王芳",
    phone: samplePhones.contact,
    emergencyPhone: samplePhones.emergency,
    regionId: "320583",
    address: "前进路",
    managerId: ctx.staff.operator.id,
    account: { name: "赵飞", phoneNumber: samplePhones.account },
  });
  await callAndUnwrap(companyCalls.companyUpdate, { ...pickVersion(company), name: "云鹰测绘有限公司" });
  const fields = { name: "东区", code: "EASTERN", contact: "李经理", phone: samplePhones.channel };
  const channel = await callAndUnwrap(channelCodeCalls.channelCreate, fields);
  await callAndUnwrap(channelCodeCalls.channelUpdate, { ...pickVersion(channel), name: "东区渠道" });
  const roles = ["duty"];
  const member = await callAndUnwrap(staffCalls.staffSave, {
    name: "孙某",
    phoneNumber: samplePhones.staff,
    roles,
  });
  await callAndUnwrap(staffCalls.staffSave, { ...pickVersion(member), name: "孙新", roles });
  await openSession(ctx.platform, member.id);
  await sendSms(ctx);
  const bulkSms = { type: "notice", content: "今天下雨", target: { all: true } };
  await callAndUnwrap(smsCalls.smsSendAll, bulkSms, "operator");
  await insertTask(ctx, company.id);
  return creditCode;
}

const pickVersion = ({ id, version }: { id: string; version: number }) => ({ id, version });

/** Sends one message, whose phone then declines marketing. */
async function sendSms(ctx: TestPlatform): Promise<void> {
  const headers = await ctx.loginAs("operator");
  const to = { params: { phone: samplePhones.sms, type: "notice" }, query: {} };
  const { body } = await injectUntyped(ctx.app, smsCalls.smsSend, to, headers);
  const { id } = body.data as { id: string };
  const args = { body: { id, requestId: "phone-record-declined" } };
  await injectUntyped(ctx.app, smsCalls.smsDecline, args, headers);
}

async function insertTask(ctx: TestPlatform, companyId: string): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.insert(tasks).values({
    id: ctx.platform.newId(),
    createdAt: now,
    updatedAt: now,
    taskNo: "RW-A",
    name: "河道巡检",
    kind: "patrol",
    status: "running",
    source: "device",
    companyId,
    companyName: "云鹰测绘有限公司",
    pilotName: "钱飞",
    pilotPhone: samplePhones.pilot,
    backupPhone: samplePhones.backup,
    droneSn: "DRONE-SN",
    droneModel: "M",
    route: [],
    lng: 120,
    lat: 31,
    airspace: "suitable",
    uomStatus: "reported",
    plannedAt: now,
    startedAt: now,
    search: "rw-a\u001f河道巡检\u001f云鹰测绘有限公司\u001f钱飞\u001fdrone-sn",
  });
}
