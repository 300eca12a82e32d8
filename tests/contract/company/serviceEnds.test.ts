import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CompanyRow, companyCalls } from "../../../adapters/contract/company.ts";
import { deskCalls } from "../../../adapters/contract/desk.ts";
import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import { companyQuery } from "../../../adapters/contract/graphql/companyView.ts";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { updateSortedEnds } from "../../../server/modules/serviceGrant/serviceEnds.ts";
import { injectCall, toUrl } from "../../helpers/injectCall.ts";
import { openSession } from "../../helpers/testPlatform.ts";
import { type GrantFixture, insertGrants } from "../fixtures/insertGrants.ts";
import { setupData } from "../fixtures/setupFixtures.ts";
import { askCompany } from "../graphql/askGraphql.ts";
import { unwrapData } from "../order/orderFixture.ts";

const dayMs = 86_400_000;
const { ctx, factory } = await setupData();
afterAll(() => ctx.close());
const start = ctx.clock.now().getTime();
const day = (days: number) => new Date(start + days * dayMs);
/** Anew for each call: sessions expire while the clock advances. */
const login = () => openSession(ctx.platform, ctx.staff.admin.id);
type Filter = "7" | "30" | "expired";

async function list(body: { expireWithin?: Filter } = {}): Promise<readonly CompanyRow[]> {
  const sort = { field: "expireAt", order: "asc" } as const;
  const page = await injectCall(
    ctx.app,
    companyCalls.companyPageList,
    { body: { pageNo: 1, pageSize: 200, sort, ...body } },
    await login(),
  );
  return unwrapData<EndpointData<typeof companyCalls.companyPageList>>(page).list;
}
const listNames = async (expireWithin: Filter) => (await list({ expireWithin })).map(({ name }) => name);

const readDesk = async () =>
  unwrapData<EndpointData<typeof deskCalls.desk>>(
    await injectCall(ctx.app, deskCalls.desk, { body: {} }, await login()),
  );

async function readSheet(): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const response = await ctx.app.inject({
    method: "POST",
    url: toUrl(companyCalls.companyExport, {}),
    headers: { ...(await login()), "x-export-id": `ends-${ctx.platform.newId()}` },
    payload: {},
  });
  const [header = [], ...rows] = (await readXlsx(response.rawPayload)).sheets[0]?.rows ?? [];
  const at = (title: string) => header.indexOf(title);
  return new Map(
    rows.map((row) => [
      String(row[at("企业名称")]),
      [row[at("到期时间")] ?? null, row[at("到期服务")] ?? "", row[at("30 天内到期（项）")]],
    ]),
  );
}

/** The texts of a bulk SMS to the companies. */
async function previewTexts(companyIds: readonly string[]): Promise<readonly string[]> {
  const body = {
    type: "notice" as const,
    target: { companyIds: [...companyIds] },
    content: "服务{服务名称}还有{剩余天数}天",
  };
  const preview = await injectCall(ctx.app, smsCalls.smsPreview, { body }, await login());
  return unwrapData<EndpointData<typeof smsCalls.smsPreview>>(preview).samples.map(({ content }) => content);
}

describe("The end that is told of a company", () => {
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    for (const name of ["续费企业", "多项企业", "旧的企业", "退款企业", "空白企业"]) {
      const company = await factory.createCompany({ name });
      await factory.createUser(company.id, { role: "owner" });
      ids[name] = company.id;
    }
    const grants: readonly [company: string, service: string, days: number, refunded?: true][] = [
      // Renewed: the first grant's end is not that of the service.
      ["续费企业", "巡检", 3],
      ["续费企业", "巡检", 368],
      ["多项企业", "测绘", 9],
      ["多项企业", "巡检", 9],
      ["多项企业", "植保", 30],
      ["多项企业", "存储", 31],
      ["多项企业", "直播", 673],
      ["多项企业", "旧服务", -40],
      ["旧的企业", "巡检", -3],
      ["旧的企业", "测绘", -0.5],
      ["退款企业", "巡检", 5, true],
      ["退款企业", "测绘", 100],
    ];
    await insertGrants(
      ctx,
      grants.map(([name, service, days, refunded]) => ({
        companyId: ids[name] ?? "",
        service,
        expireAt: day(days),
        endedAt: refunded ? day(-1) : null,
      })),
    );
    await updateSortedEnds(ctx.platform);
  });

  const expected: Readonly<Record<string, readonly [days: number | null, service: string, count: number]>> = {
    旧的企业: [-0.5, "测绘", 0],
    多项企业: [9, "巡检", 3],
    退款企业: [100, "测绘", 0],
    续费企业: [368, "巡检", 0],
    空白企业: [null, "", 0],
  };

  test("is the next among services in force, named, with the number within 30 days", async () => {
    const rows = await list();
    expect(
      rows.map(({ name, expireAt, expireServiceName, expiring30 }) => [
        name,
        expireAt,
        expireServiceName,
        expiring30,
      ]),
    ).toEqual(
      Object.entries(expected).map(([name, [days, service, count]]) => [
        name,
        days === null ? null : day(days).toISOString(),
        service,
        count,
      ]),
    );
  });

  test("is the same in the filters, the desk's counts and the export", async () => {
    expect(await listNames("7")).toEqual([]);
    expect(await listNames("30")).toEqual(["多项企业"]);
    expect(await listNames("expired")).toEqual(["旧的企业"]);
    const { counts, recent } = await readDesk();
    expect([counts.expiringIn7Days, counts.expiringIn30Days, recent.expiredCompanies]).toEqual([0, 1, 1]);
    const sheet = await readSheet();
    for (const [name, [days, service, count]] of Object.entries(expected)) {
      const shanghai = days === null ? null : new Date(day(days).getTime() + 8 * 3_600_000);
      expect([name, sheet.get(name)]).toEqual([name, [shanghai, service, count]]);
    }
  });

  test("is the same on the company's page and in an SMS", async () => {
    const { body } = await askCompany(ctx, await login(), ids["多项企业"] ?? "");
    expect(companyQuery.data.parse(body.data).company?.head).toMatchObject({
      expireAt: day(9).toISOString(),
      expireServiceName: "巡检",
      expiring30: 3,
      expireInDays: 9,
    });
    expect(await previewTexts([ids["多项企业"] ?? ""])).toEqual(["【低空服务平台】服务巡检还有9天"]);
    // Services that have ended are not told to end.
    expect(await previewTexts([ids["旧的企业"] ?? ""])).toEqual([]);
  });

  test("moves on to the next service at the moment one ends, without any change of a record", async () => {
    ctx.clock.advance(9 * dayMs);
    const row = (await list()).find(({ name }) => name === "多项企业");
    expect([row?.expireAt, row?.expireServiceName, row?.expiring30]).toEqual([
      day(30).toISOString(),
      "植保",
      2,
    ]);
    expect(await listNames("expired")).toEqual(["旧的企业"]);
  });
});

describe("Of random services", () => {
  /** Repeatable, unlike Math.random. */
  function createRandom(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
  }

  interface Company {
    readonly name: string;
    readonly grants: readonly (GrantFixture & { readonly service: string })[];
  }

  /** Counts service by service what the platform reads with a query. */
  function recount({ grants }: Company, now: Date) {
    const ends: [end: number, service: string][] = [];
    for (const service of ["a", "b", "c", "d"]) {
      const own = grants.filter((grant) => grant.service === service && !grant.endedAt);
      if (own.length > 0) ends.push([Math.max(...own.map(({ expireAt }) => expireAt.getTime())), service]);
    }
    const future = ends.filter(([end]) => end > now.getTime());
    const within = (days: number) => future.filter(([end]) => end <= now.getTime() + days * dayMs).length;
    const told =
      future.length > 0 ? Math.min(...future.map(([end]) => end)) : Math.max(...ends.map(([end]) => end));
    const names = ends.filter(([end]) => end === told).map(([, service]) => service);
    return {
      expireAt: ends.length > 0 ? new Date(told).toISOString() : null,
      // Of services that end together: the first by name, or the last once all have ended.
      expireServiceName: (future.length > 0 ? names[0] : names.at(-1)) ?? "",
      expiring30: within(30),
      filters: { "7": within(7) > 0, "30": within(30) > 0, expired: ends.length > 0 && future.length === 0 },
    };
  }

  test("list, filters and desk agree with a recount, on several days", async () => {
    const random = createRandom(20_261_129);
    const created: Company[] = [];
    const now = ctx.clock.now().getTime();
    for (let index = 0; index < 40; index++) {
      const { id: companyId, name } = await factory.createCompany({ name: `随机企业${index}` });
      const grants = Array.from({ length: random(7) }, () => ({
        companyId,
        service: "abcd".charAt(random(4)),
        expireAt: new Date(now + (random(90) - 30) * dayMs),
        endedAt: random(5) === 0 ? new Date(now) : null,
      }));
      created.push({ name, grants });
    }
    await insertGrants(
      ctx,
      created.flatMap(({ grants }) => grants),
    );
    for (const days of [0, 1, 20]) {
      ctx.clock.advance(days * dayMs);
      const at = ctx.clock.now();
      const rows = new Map((await list()).map((row) => [row.name, row]));
      const found = {
        "7": new Set(await listNames("7")),
        "30": new Set(await listNames("30")),
        expired: new Set(await listNames("expired")),
      };
      for (const company of created) {
        const { filters, ...told } = recount(company, at);
        const row = rows.get(company.name);
        expect([company.name, row]).toEqual([company.name, expect.objectContaining(told)]);
        for (const filter of ["7", "30", "expired"] as const)
          expect([company.name, filter, found[filter].has(company.name)]).toEqual([
            company.name,
            filter,
            filters[filter],
          ]);
      }
      const { counts } = await readDesk();
      expect([counts.expiringIn7Days, counts.expiringIn30Days]).toEqual([found["7"].size, found["30"].size]);
    }
  });
});
