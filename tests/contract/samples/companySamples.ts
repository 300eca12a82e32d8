import type { accessKeyCalls } from "../../../adapters/contract/accessKey.ts";
import type { companyCalls } from "../../../adapters/contract/company.ts";
import { computeCheckCharacter } from "../../../adapters/contract/creditCodeCheck.ts";
import type { managementCalls } from "../../../adapters/contract/management.ts";
import { accessKeys } from "../../../server/db/schema/accessKey.ts";
import { createKeyRow } from "../../live/createReportedTask.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

const firstPage = { pageNo: 1, pageSize: 20 };
const companyIdArgs = async (context: SampleContext) => ({ params: { id: (await context.getCompany()).id } });
const badId = { args: { params: { id: "0" } }, path: "id" };

/** Number of companies created by this worker, for unique credit codes. */
let createdCompanies = 0;

/** A valid code, different for each number. */
function createCreditCode(number: number): string {
  const first17 = `91440300${String(700_000_000 + number)}`;
  return first17 + computeCheckCharacter(first17);
}

export const companySamples: Samples<typeof companyCalls> = {
  companyPageList: {
    role: "finance",
    args: () => ({ body: { ...firstPage, keyword: "公司", sort: { field: "name", order: "asc" } } }),
    invalid: {
      args: { body: { ...firstPage, sort: { field: "secret", order: "asc" } } },
      path: "sort.field",
    },
  },
  companyOne: { role: "finance", args: companyIdArgs, invalid: badId },
  companyFrozen: {
    role: "operator",
    args: async (context) => {
      const { id, version, status } = await context.getCompany();
      const to = status === "normal" ? "frozen" : "normal";
      return { params: { id }, query: { to, version, reason: "欠费", requestId: context.nextRequestId() } };
    },
    invalid: { args: { params: { id: "1" }, query: { to: "gone" } }, path: "to" },
  },
  companyCreate: {
    role: "operator",
    args: async (context) => ({
      body: {
        name: `深圳市第 ${++createdCompanies} 样例航空有限公司`,
        shortName: "样例航空",
        creditCode: createCreditCode(createdCompanies),
        type: "enterprise",
        level: "B",
        contact: "张三",
        phone: context.nextPhone(),
        regionId: "440305",
        address: "科技园路 1 号",
        managerId: context.ctx.staff.operator.id,
        account: { name: "李四", phoneNumber: context.nextPhone() },
        requestId: context.nextRequestId(),
      },
    }),
    invalid: { args: { body: { creditCode: "91440300708461136X" } }, path: "creditCode" },
  },
  companyUpdate: {
    role: "operator",
    args: async (context) => {
      const { id, version } = await context.getCompany();
      return { body: { id, version, requestId: context.nextRequestId(), remark: `备注 ${version}` } };
    },
    invalid: {
      args: { body: { id: "1", version: 1, requestId: "12345678", userCount: 4 } },
      path: "userCount",
    },
  },
  companyChildUsers: { role: "finance", args: companyIdArgs, invalid: badId },
  companyExport: {
    role: "finance",
    args: () => ({ body: {} }),
    invalid: { args: { body: { level: "Z" } }, path: "level" },
  },
};

export const managementSamples: Samples<typeof managementCalls> = {
  pageListCompany: {
    role: "duty",
    args: () => ({ body: firstPage }),
    invalid: { args: { body: { pageNo: 1, pageSize: 201 } }, path: "pageSize" },
  },
  queryCompanynames: {
    role: "duty",
    args: async (context) => ({ body: { ids: [(await context.getCompany()).id] } }),
    invalid: { args: { body: { ids: ["1", "x"] } }, path: "ids.1" },
  },
  changeCompany: {
    role: "operator",
    args: async (context) => {
      const { id: userId } = await context.getUser();
      return { params: { userId, destCid: (await getNormalCompany(context)).id } };
    },
    invalid: { args: { params: { userId: "1", destCid: "x" } }, path: "destCid" },
  },
};

async function getNormalCompany(context: SampleContext) {
  const { companyId } = await context.getUser();
  for (const index of [0, 1, 2, 3]) {
    const company = await context.getCompany(index);
    if (company.status === "normal" && company.id !== companyId) return company;
  }
  throw new Error("Every demo company is frozen");
}

let createdKeys = 0;

/** Adds a key that is valid; returns its id. */
async function createKey({ ctx, getCompany }: SampleContext): Promise<string> {
  const key = { accessKey: `AKSAMPLE${++createdKeys}`, secret: "sample-secret" };
  const { id: companyId } = await getCompany();
  const owner = { companyId, createdBy: ctx.staff.admin.id, createdAt: ctx.clock.now() };
  const row = createKeyRow(ctx.platform, key, owner);
  await ctx.db.insert(accessKeys).values(row);
  return row.id;
}

export const accessKeySamples: Samples<typeof accessKeyCalls> = {
  accessKeyCreate: {
    role: "admin",
    args: async (context) => ({
      body: { companyId: (await getNormalCompany(context)).id, requestId: context.nextRequestId() },
    }),
    invalid: { args: { body: { companyId: 5 } }, path: "companyId" },
  },
  accessKeyRevoke: {
    role: "admin",
    args: async (context) => ({
      body: {
        id: await createKey(context),
        reason: "设备遗失",
        requestId: context.nextRequestId(),
      },
    }),
    invalid: { args: { body: { id: "1", reason: "丢", requestId: "12345678" } }, path: "reason" },
  },
  accessKeyList: {
    role: "admin",
    args: async (context) => ({ params: { companyId: (await context.getCompany()).id } }),
    invalid: { args: { params: { companyId: "-1" } }, path: "companyId" },
  },
};
