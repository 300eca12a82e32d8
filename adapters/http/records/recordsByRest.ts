import { boxCalls } from "../../contract/box.ts";
import { companyCalls } from "../../contract/company.ts";
import { type DeviceRow, deviceCalls, deviceReadRoles, hangarStatus } from "../../contract/device.ts";
import { type FlightPhase, flightPhases } from "../../contract/flight.ts";
import type { CompanyView } from "../../contract/graphql/companyView.ts";
import { daysUntil } from "../../contract/graphql/daysUntil.ts";
import { type DescribedFields, describeHit, getMatch, rankHits } from "../../contract/graphql/describeHit.ts";
import { toDeviceTab } from "../../contract/graphql/deviceTab.ts";
import type { Overview } from "../../contract/graphql/overview.ts";
import type { SearchHit, SearchKind, SearchResult } from "../../contract/graphql/search.ts";
import { groundPhases } from "../../contract/groundPhases.ts";
import { invoiceCalls } from "../../contract/invoice.ts";
import { orderCalls } from "../../contract/order.ts";
import { serviceGrantCalls } from "../../contract/serviceGrant.ts";
import { taskCalls } from "../../contract/task.ts";
import { taskHistoryCalls } from "../../contract/taskHistory.ts";
import { userCalls } from "../../contract/user.ts";
import { CallError } from "../callError.ts";
import { callIfAllowed, type RestContext } from "./restContext.ts";

/**
 * 企业全景 by the calls of the specification: without payments, SMS and actions, and without the figures that no list
 * tells (unpaid, open invoices, flights of the month). A part that fails is absent; without the company it throws.
 */
export async function companyByRest(context: RestContext, id: string, first: number): Promise<CompanyView> {
  const { client, options } = context;
  const { companyPageList } = companyCalls;
  const byCompany = { companyId: id, pageNo: 1, pageSize: first };

  async function readHead() {
    const body = { ids: [id], pageNo: 1, pageSize: 1 };
    const { list } = await client.call(companyPageList, { body }, options);
    const company = list.find((row) => row.id === id);
    if (!company)
      throw new CallError("refused", `POST ${companyPageList.path}`, { message: "企业不存在或已删除" });
    return company;
  }
  const readDevices = () =>
    client.call(deviceCalls.deviceList, { query: { companyId: id } }, options).catch(() => null);
  const readPart = <T>(endpoint: Parameters<typeof callIfAllowed>[1], run: () => Promise<T>) =>
    callIfAllowed(context, endpoint, run).catch(() => null);

  const [company, devices, orders, invoices, grants, users, flights] = await Promise.all([
    readHead(),
    readDevices(),
    readPart(orderCalls.orderPageList, () =>
      client.call(orderCalls.orderPageList, { body: byCompany }, options),
    ),
    readPart(invoiceCalls.invoicePageList, () =>
      client.call(invoiceCalls.invoicePageList, { body: byCompany }, options),
    ),
    readPart(serviceGrantCalls.companyServiceInfo, () =>
      client.call(serviceGrantCalls.companyServiceInfo, { params: { id } }, options),
    ),
    readPart(userCalls.userPageList, () => client.call(userCalls.userPageList, { body: byCompany }, options)),
    readPart(taskHistoryCalls.taskHistoryList, () =>
      client.call(taskHistoryCalls.taskHistoryList, { body: byCompany }, options),
    ),
  ]);
  const mayReadDevices = await callIfAllowed(context, { access: deviceReadRoles }, async () => true);
  return {
    head: {
      ...company,
      expireInDays: daysUntil(company.expireAt, Date.now()),
      unpaidFen: null,
      openInvoices: null,
      devicesOnline: devices && devices.filter(({ status }) => status === "online").length,
      deviceCount: devices && devices.length,
      flightsThisMonth: null,
    },
    orders: orders && { total: orders.total, rows: orders.list },
    payments: null,
    invoices: invoices && { total: invoices.total, rows: invoices.list },
    grants: grants && { total: grants.length, rows: grants.slice(0, first) },
    users: users && { total: users.total, rows: users.list },
    devices: mayReadDevices && devices ? toDeviceTab(devices, first) : null,
    flights: flights && { total: flights.total, rows: flights.list },
    sms: null,
    audit: null,
  };
}

/** The most that the call gives. */
const maxTasks = 2_000;
const dayMs = 86_400_000;
/** Shanghai is eight hours ahead of UTC, all year. */
const shanghaiOffsetMs = 8 * 3_600_000;

const startOfShanghaiDay = (at: number) =>
  Math.floor((at + shanghaiOffsetMs) / dayMs) * dayMs - shanghaiOffsetMs;

/**
 * The overview by the calls of the specification. What flies is null where there are more open tasks than a call gives;
 * what has flown today, which lacks the flights that are still open, is null for roles without the history.
 */
export async function overviewByRest(context: RestContext): Promise<Overview> {
  const { client, options } = context;
  const [{ list, total, at }, hangars] = await Promise.all([
    client.call(taskCalls.taskStartList, { body: { limit: maxTasks } }, options),
    client.call(deviceCalls.deviceList, { query: { kind: "hangar" } }, options),
  ]);
  const readToday = async () => {
    // By the server's clock, which may be ahead of this one.
    const from = new Date(startOfShanghaiDay(Date.parse(at))).toISOString();
    const body = { from, pageNo: 1, pageSize: 1 };
    return (await client.call(taskHistoryCalls.taskHistoryList, { body }, options)).sums;
  };
  const today = await callIfAllowed(context, taskHistoryCalls.taskHistoryList, readToday).catch(() => null);
  const open = list.flatMap(({ status, last }) => (status === "running" && last ? [last] : []));
  const phases = open
    .map(({ phase }): FlightPhase => phase ?? "unknown")
    .filter((phase) => !groundPhases.includes(phase));
  const isComplete = list.length === total;
  return {
    at,
    flying: isComplete ? phases.length : null,
    phases: isComplete ? countEach(flightPhases, phases).filter(({ count }) => count > 0) : [],
    lost: isComplete
      ? open.filter(({ linkState }) => linkState === "lost" || linkState === "lastKnown").length
      : null,
    flightsToday: today?.flights ?? null,
    durationTodayS: today?.durationS ?? null,
    distanceTodayM: today?.distanceM ?? null,
    hangars: countEach(
      hangarStatus.options.map(({ value }) => hangarStatus.schema.parse(value)),
      hangars.flatMap(({ hangar }) => (hangar ? [hangar.status] : [])),
    ),
  };
}

const countEach = <K extends string>(keys: readonly K[], values: readonly K[]) =>
  keys.map((key) => ({ key, count: values.filter((value) => value === key).length }));

type Found = { readonly hits: readonly SearchHit[]; readonly total: number } | null;

/** What a hit has besides its description. */
type HitFacts = Pick<SearchHit, "id" | "status" | "at"> &
  Partial<Pick<SearchHit, "amountFen" | "companyId" | "parentId">>;

/**
 * Searches the lists of the specification, each by its keyword: without payments, pinyin, and phones of ended tasks.
 * Lists that fail or that the roles may not read are left out; if all fail, the first error is thrown.
 */
export async function searchByRest(context: RestContext, text: string, limit: number): Promise<SearchResult> {
  const { client, options } = context;
  const keyword = text.trim();
  const body = { keyword, pageNo: 1, pageSize: limit };

  const toHit = <K extends SearchKind>(kind: K, record: DescribedFields[K], facts: HitFacts): SearchHit => {
    const { keys, ...description } = describeHit[kind](record);
    const links = { amountFen: null, companyId: null, parentId: null };
    return { kind, ...description, ...links, ...facts, match: getMatch(keyword, keys) };
  };
  const toFound = <R>(list: readonly R[], total: number, map: (row: R) => SearchHit): Found => ({
    hits: list.map(map),
    total,
  });
  const findDevices = (kind: "drone" | "hangar", map: (row: DeviceRow) => SearchHit) =>
    callIfAllowed(context, { access: deviceReadRoles }, async () => {
      const list = await client.call(deviceCalls.deviceList, { query: { kind, keyword } }, options);
      return toFound(list, list.length, map);
    });

  const searches: Readonly<Record<Exclude<SearchKind, "payment">, () => Promise<Found>>> = {
    company: () =>
      callIfAllowed(context, companyCalls.companyPageList, async () => {
        const { list, total } = await client.call(companyCalls.companyPageList, { body }, options);
        return toFound(list, total, (row) =>
          toHit("company", row, { id: row.id, status: row.status, at: row.createdAt, companyId: row.id }),
        );
      }),
    user: () =>
      callIfAllowed(context, userCalls.userPageList, async () => {
        const { list, total } = await client.call(userCalls.userPageList, { body }, options);
        return toFound(list, total, (row) => toHit("user", row, { ...toFacts(row), at: row.createdAt }));
      }),
    order: () =>
      callIfAllowed(context, orderCalls.orderPageList, async () => {
        const { list, total } = await client.call(orderCalls.orderPageList, { body }, options);
        return toFound(list, total, (row) =>
          toHit("order", row, { ...toFacts(row), at: row.createdAt, amountFen: row.payableFen }),
        );
      }),
    invoice: () =>
      callIfAllowed(context, invoiceCalls.invoicePageList, async () => {
        const { list, total } = await client.call(invoiceCalls.invoicePageList, { body }, options);
        return toFound(list, total, (row) =>
          toHit("invoice", row, { ...toFacts(row), at: row.createdAt, amountFen: row.amountFen }),
        );
      }),
    task: () =>
      callIfAllowed(context, taskCalls.taskStartList, async () => {
        const { list, total } = await client.call(
          taskCalls.taskStartList,
          { body: { keyword, limit } },
          options,
        );
        return toFound(list, total, (row) => toHit("task", row, { ...toFacts(row), at: row.createdAt }));
      }),
    flight: () =>
      callIfAllowed(context, taskHistoryCalls.taskHistoryList, async () => {
        const { list, total } = await client.call(taskHistoryCalls.taskHistoryList, { body }, options);
        return toFound(list, total, (row) =>
          toHit("flight", row, { ...toFacts(row), at: row.startedAt, parentId: row.taskId }),
        );
      }),
    drone: () => findDevices("drone", (row) => toHit("drone", row, { ...toFacts(row), at: row.createdAt })),
    box: () =>
      callIfAllowed(context, boxCalls.boxList, async () => {
        const { list, total } = await client.call(boxCalls.boxList, { body }, options);
        return toFound(list, total, (row) => toHit("box", row, { ...toFacts(row), at: row.createdAt }));
      }),
    hangar: () =>
      findDevices("hangar", (row) =>
        toHit("hangar", row, {
          ...toFacts(row),
          status: row.hangar?.status ?? row.status,
          at: row.createdAt,
        }),
      ),
  };
  const kinds = Object.keys(searches) as (keyof typeof searches)[];
  const answers = await Promise.allSettled(kinds.map((kind) => searches[kind]()));
  const failures = answers.flatMap((answer): unknown[] =>
    answer.status === "rejected" ? [answer.reason] : [],
  );
  if (failures.length > 0 && failures.length === answers.length) throw failures[0];
  const groups = answers.flatMap((answer, index) => {
    const kind = kinds[index];
    const found = answer.status === "fulfilled" ? answer.value : null;
    if (kind === undefined || found === null || found.hits.length === 0) return [];
    return [{ kind, hits: rankHits(found.hits).slice(0, limit), hasMore: found.total > limit }];
  });
  return { groups };
}

const toFacts = ({ id, status, companyId }: Pick<SearchHit, "id" | "status" | "companyId">) => ({
  id,
  status,
  companyId,
});
