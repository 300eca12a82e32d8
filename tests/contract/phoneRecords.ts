import { channelCodeCalls } from "../../adapters/contract/channelCode.ts";
import { companyCalls } from "../../adapters/contract/company.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { managementCalls } from "../../adapters/contract/management.ts";
import { onlineSessionCalls } from "../../adapters/contract/onlineSession.ts";
import { smsCalls } from "../../adapters/contract/sms.ts";
import { smsDeclineCalls } from "../../adapters/contract/smsDecline.ts";
import { staffCalls } from "../../adapters/contract/staff.ts";
import { taskCalls } from "../../adapters/contract/task.ts";
import { userCalls } from "../../adapters/contract/user.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { type ConsoleRole, type Headers, openSession, type TestPlatform } from "../platform.ts";
import { sendLoose } from "../send.ts";
import type { DataFactory } from "./dataFactory.ts";

/** One phone for each column that holds any; no four digits of one are the last four of another. */
export const phones = {
  contact: "15937284615",
  emergency: "15948375926",
  account: "15959486137",
  staff: "15971608359",
  channel: "15982719460",
  sms: "15993820571",
  pilot: "15915042793",
  backup: "15926153804",
} as const;

/** A list or picker that has phones, as the contract has it, and what it may be searched by. */
export interface PhoneList {
  readonly call: Endpoint;
  readonly role: ConsoleRole;
  readonly phones: readonly string[];
  /** The lower-cased text of each record that the keyword is looked for in. */
  readonly texts: readonly string[];
}

/** Written by hand: every list and picker with phones. */
export function phoneLists(creditCode: string): readonly PhoneList[] {
  const company = [`云鹰测绘有限公司\n${creditCode.toLowerCase()}`];
  const ofCompany = [phones.contact, phones.emergency, phones.account];
  const notice = "【低空服务平台】您的账号信息有更新，请登录平台查看。如非本人操作，请立即联系您的客户经理。";
  const people = ["管理员甲", "运营乙", "财务丙", "运维丁", "值班戊"];
  return [
    { call: userCalls.userPageList, role: "finance", phones: [phones.account], texts: ["赵飞"] },
    { call: companyCalls.companyPageList, role: "finance", phones: ofCompany, texts: company },
    { call: managementCalls.pageListCompany, role: "duty", phones: ofCompany, texts: company },
    {
      call: channelCodeCalls.channelPageList,
      role: "operator",
      phones: [phones.channel],
      texts: ["东区渠道\neastern"],
    },
    {
      call: smsCalls.smsListPage,
      role: "operator",
      phones: [phones.sms, phones.account],
      texts: [notice, "【低空服务平台】今天下雨"],
    },
    { call: smsDeclineCalls.smsDeclineList, role: "operator", phones: [phones.sms], texts: [] },
    { call: staffCalls.staffList, role: "admin", phones: [phones.staff], texts: ["孙新", ...people] },
    {
      call: onlineSessionCalls.sessionList,
      role: "admin",
      phones: [phones.staff],
      // Sessions of who asks in this test, and of the new account.
      texts: ["孙新", ...people.filter((name) => name !== "运维丁")],
    },
    {
      call: taskCalls.taskStartList,
      role: "duty",
      phones: [phones.pilot, phones.backup],
      texts: ["rw-a\n河道巡检\n云鹰测绘有限公司\n钱飞\ndrone-sn"],
    },
  ];
}

/** How many records a list finds by a keyword; throws where it does not answer. */
export async function foundBy(on: TestPlatform, call: Endpoint, keyword: string, headers: Headers) {
  const page = call.path === "/task/start/list" ? {} : { pageNo: 1, pageSize: 20 };
  const { status, body } = await sendLoose(on.app, call, { body: { ...page, keyword } }, headers);
  if (body.state !== 0) throw new Error(`${call.path} ${keyword}: ${status} ${body.message}`);
  return (body.data as { total: number }).total;
}

/** Makes a record with each of the phones through the calls that make and edit them; answers with the credit code. */
export async function makePhoneRecords(on: TestPlatform, make: DataFactory): Promise<string> {
  let acts = 0;
  const act = async (call: Endpoint, body: object, role: ConsoleRole = "admin") => {
    const asked = { body: { ...body, requestId: `phone-record-${++acts}` } };
    const answer = await sendLoose(on.app, call, asked, await on.as(role));
    if (answer.body.state !== 0) throw new Error(`${call.path}: ${answer.body.message}`);
    return answer.body.data as { id: string; version: number };
  };
  const creditCode = make.creditCode();
  const company = await act(companyCalls.companyCreate, {
    name: "云鹰测绘公司",
    shortName: "云鹰",
    creditCode,
    type: "enterprise",
    level: "A",
    contact: "王芳",
    phone: phones.contact,
    emergencyPhone: phones.emergency,
    regionId: "320583",
    address: "前进路",
    managerId: on.staff.operator.id,
    account: { name: "赵飞", phoneNumber: phones.account },
  });
  await act(companyCalls.companyUpdate, { ...pick(company), name: "云鹰测绘有限公司" });
  const fields = { name: "东区", code: "EASTERN", contact: "李经理", phone: phones.channel };
  const channel = await act(channelCodeCalls.channelCreate, fields);
  await act(channelCodeCalls.channelUpdate, { ...pick(channel), name: "东区渠道" });
  const roles = ["duty"];
  const member = await act(staffCalls.staffSave, { name: "孙某", phoneNumber: phones.staff, roles });
  await act(staffCalls.staffSave, { ...pick(member), name: "孙新", roles });
  await openSession(on.platform, member.id);
  await sendSms(on);
  const mass = { type: "notice", content: "今天下雨", target: { all: true } };
  await act(smsCalls.smsSendAll, mass, "operator");
  await putTask(on, company.id);
  return creditCode;
}

const pick = ({ id, version }: { id: string; version: number }) => ({ id, version });

/** One message by itself, whose phone then declines marketing. */
async function sendSms(on: TestPlatform): Promise<void> {
  const headers = await on.as("operator");
  const to = { params: { phone: phones.sms, type: "notice" }, query: {} };
  const { body } = await sendLoose(on.app, smsCalls.smsSend, to, headers);
  const { id } = body.data as { id: string };
  const asked = { body: { id, requestId: "phone-record-declined" } };
  await sendLoose(on.app, smsCalls.smsDecline, asked, headers);
}

async function putTask(on: TestPlatform, companyId: string): Promise<void> {
  const now = on.clock.now();
  await on.db.insert(tasks).values({
    id: on.platform.newId(),
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
    pilotPhone: phones.pilot,
    backupPhone: phones.backup,
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
