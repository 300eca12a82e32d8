import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { completeConsoleConfig } from "../../adapters/contract/config.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { isExtension } from "../../adapters/contract/endpoint.ts";
import { setForeignIds } from "../../adapters/contract/loginFields.ts";
import { getNoun } from "../../adapters/contract/page.ts";
import { type LoginResult, loginCalls } from "../../adapters/contract/session.ts";
import { type Client, createClient } from "../../adapters/http/client.ts";
import { hashMd5 } from "../../adapters/http/hashMd5.ts";
import { matchesPath } from "../../src/app/routes/matchesPath.ts";
import { type FormConfig, getFields } from "../../src/list/form/formConfig.ts";
import { toRecordPath } from "../../src/list/links/recordLinks.ts";
import type { ListConfig } from "../../src/list/listConfig.ts";
import type { AnyRow } from "../../src/list/listDefinition.ts";
import { createListPort } from "../../src/list/page/createListPort.ts";
import { parseSearch } from "../../src/list/query/urlQuery.ts";
import { parseAddress } from "../../src/live/liveAddress.ts";
import { parseFlightKey, toPlaybackPath } from "../../src/live/playbackAddress.ts";
import { parseFlightReportAddress, toFlightReportPath } from "../../src/pages/history/flightReportAddress.ts";
import { parsePictureAddress, toPictureParams } from "../../src/pages/live/pictures/pictureAddress.ts";
import { setupForm } from "../list/setupForm.ts";
import { type ForeignPlatform, startForeignPlatform } from "./foreignPlatform.ts";
import { lists } from "./specifiedLists.ts";

// Returns the page's configuration instead of a component.
vi.mock("../../src/list/listPage.tsx", () => ({ listPage: (config: ListConfig) => config }));
vi.mock("../../src/list/tabbedPage.tsx", () => ({ tabbedPage: (tabs: readonly unknown[]) => tabs }));

let platform: ForeignPlatform;
let client: Client;
beforeAll(async () => {
  platform = await startForeignPlatform({ ids: "text" });
  let login: LoginResult | null = null;
  const config = completeConsoleConfig({
    api: new URL(platform.apiUrl).origin,
    device: platform.deviceUrl,
    hangar: platform.hangarUrl,
  });
  client = createClient({ config: () => config, credentials: () => login, fetch, onError: () => undefined });
  const { phoneNumber, password } = platform.account;
  login = await client.call(loginCalls.login, { body: { phoneNumber, password: await hashMd5(password) } });
  setForeignIds(true);
});
afterAll(async () => {
  setForeignIds(false);
  await platform.close();
});

async function loadFirstRow(config: ListConfig): Promise<AnyRow> {
  const query = { pageNo: 1, pageSize: 50, filters: {} };
  const port = createListPort(config, client, { getQuery: () => query, navigate: () => true });
  const [row] = (await port.load(query, new AbortController().signal, false)).list;
  if (!row) throw new Error("The list has no rows");
  return row;
}

/** What the platform got since `count` requests, without reads. */
const takeRequest = (count: number) => {
  const [request] = platform.requests.slice(count).filter(({ call }) => call !== undefined);
  return request && { call: request.call, body: request.body, params: request.params };
};

const editable = lists.filter(
  ({ form }) => form?.calls.update && !isExtension(form.calls.update as Endpoint),
);

test("the pages of the specification have these lists to edit", () => {
  expect(editable.map(({ call }) => getNoun(call)).sort()).toEqual(
    ["云盒", "商品", "服务", "机场", "企业", "渠道"].sort(),
  );
});

describe.each(editable)("the form of $noun", (config) => {
  test("saves the first row by its id, a text", async () => {
    const row = await loadFirstRow(config);
    expect(row.id).toMatch(/^\w+\/1号 a-b$/);
    const form = await setupForm(config.form as FormConfig<AnyRow>, row, {
      call: (endpoint, args) => client.call(endpoint as Endpoint, args as never),
    });
    form.type({ name: "改过的名称" });
    const count = platform.requests.length;
    await form.submit();
    await expect.poll(() => form.has("done") || !form.has("busy")).toBe(true);
    const update = config.form?.calls.update;
    expect(takeRequest(count)).toEqual({
      call: `${update?.method} ${update?.path}`,
      params: [],
      body: { id: row.id, name: "改过的名称" },
    });
    form.endPage();
  });
});

const actions = lists.flatMap((config) =>
  (config.rowActions ?? []).flatMap((action) =>
    "form" in action && !isExtension(action.call) && action.form.submitLabel !== "保存"
      ? [{ config, form: action.form as FormConfig<AnyRow>, name: `${getNoun(config.call)} ${action.label}` }]
      : [],
  ),
);

test.each(actions)("$name names the row by its id", async ({ config, form }) => {
  const row = await loadFirstRow(config);
  const count = platform.requests.length;
  const chosen = { destCid: platform.ids("company")[1], titleType: "company", type: "normal" };
  const given = form.getValues(row);
  const missing = Object.entries(chosen).filter(([name]) => name in given && !given[name]);
  const values = { ...given, ...Object.fromEntries(missing) };
  await form.save(client, { row, values, requestId: "request-0001" } as never, new AbortController().signal);
  const request = takeRequest(count);
  expect(JSON.stringify([request?.params, request?.body])).toContain(row.id);
});

const choices = lists.flatMap(({ form, noun, rowActions = [] }) =>
  [form, ...rowActions.flatMap((action) => ("form" in action ? [action.form] : []))].flatMap((one) => {
    const fields = one ? getFields(one as FormConfig<AnyRow>, null) : [];
    return fields
      .filter(({ kind }) => kind === "choice")
      .map((field) => ({ name: `${noun} ${field.label}`, form: one as FormConfig<AnyRow>, field }));
  }),
);

test.each(choices)("$name can be a record with such an id", ({ form, field }) => {
  expect(form.validate(field, platform.ids("company")[0], null)).toBeNull();
});

test("addresses name such a record: its detail, its flights, its pictures, its task on the map", () => {
  const [id = "", other = ""] = platform.ids("historyTask");
  const toQuery = (path: string) => new URL(path, "http://console.test").searchParams;
  expect(toQuery(toRecordPath("order", id)).get("detail")).toBe(id);
  const flights = [
    { taskId: id, flightId: other },
    { taskId: "a-1", flightId: "b%2" },
  ];
  const names = toQuery(toPlaybackPath(flights)).get("flights")?.split(",") ?? [];
  expect(names.map(parseFlightKey)).toEqual(flights);
  expect(parseFlightReportAddress(toQuery(toFlightReportPath({ taskId: id, flightId: other })))).toEqual({
    taskId: id,
    flightId: other,
  });
  const cells = [id, null, "a,b"];
  const pictures = toPictureParams({ grid: 4, mode: "flv", cells }, new URLSearchParams());
  expect(parsePictureAddress(new URLSearchParams(pictures.toString())).cells).toEqual(cells);
  expect(parseAddress(new URLSearchParams({ task: id })).task).toBe(id);
  expect(matchesPath("/company/:id", toRecordPath("company", id))).toBe(true);
  expect(matchesPath("/company/:id", "/company/")).toBe(false);
  setForeignIds(false);
  expect(matchesPath("/company/:id", toRecordPath("company", id))).toBe(false);
  expect(parseAddress(new URLSearchParams({ task: id })).task).toBeNull();
  setForeignIds(true);
});

test("an address filters by such an id", () => {
  const [id = ""] = platform.ids("company");
  const search = `?${new URLSearchParams({ companyId: id }).toString()}`;
  const orders = lists.find(({ name }) => name === "order");
  expect(parseSearch(search, orders?.call.body as never)).toMatchObject({
    query: { filters: { companyId: id } },
    dropped: [],
  });
});
