import type { accessKeyCalls } from "../../../adapters/contract/accessKey.ts";
import type { companyCalls } from "../../../adapters/contract/company.ts";
import { computeCheckCharacter } from "../../../adapters/contract/creditCode.ts";
import type { managementCalls } from "../../../adapters/contract/management.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

const firstPage = { pageNo: 1, pageSize: 20 };
const companyIdArgs = async (world: SampleContext) => ({ params: { id: (await world.getCompany()).id } });
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
    args: async (world) => {
      const { id, version, status } = await world.getCompany();
      const to = status === "normal" ? "frozen" : "normal";
      return { params: { id }, query: { to, version, reason: "欠费", requestId: world.nextRequestId() } };
    },
    invalid: { args: { params: { id: "1" }, query: { to: "gone" } }, path: "to" },
  },
  companyCreate: {
    role: "operator",
    args: async (world) => ({
      body: {
        name: `深圳市第 ${++createdCompanies} 样例航空有限公司`,
        shortName: "样例航空",
        creditCode: createCreditCode(createdCompanies),
        type: "enterprise",
        level: "B",
        contact: "张三",
        phone: world.nextPhone(),
        regionId: "440305",
        address: "科技园路 1 号",
        managerId: world.ctx.staff.operator.id,
        account: { name: "李四", phoneNumber: world.nextPhone() },
        requestId: world.nextRequestId(),
      },
    }),
    invalid: { args: { body: { creditCode: "91440300708461136X" } }, path: "creditCode" },
  },
  companyUpdate: {
    role: "operator",
    args: async (world) => {
      const { id, version } = await world.getCompany();
      return { body: { id, version, requestId: world.nextRequestId(), remark: `备注 ${version}` } };
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
    args: async (world) => ({ body: { ids: [(await world.getCompany()).id] } }),
    invalid: { args: { body: { ids: ["1", "x"] } }, path: "ids.1" },
  },
  changeCompany: {
    role: "operator",
    args: async (world) => {
      const { id: userId } = await world.getUser();
      return { params: { userId, destCid: (await getNormalCompany(world)).id } };
    },
    invalid: { args: { params: { userId: "1", destCid: "x" } }, path: "destCid" },
  },
};

async function getNormalCompany(world: SampleContext) {
  const { companyId } = await world.getUser();
  for (const index of [0, 1, 2, 3]) {
    const company = await world.getCompany(index);
    if (company.status === "normal" && company.id !== companyId) return company;
  }
  throw new Error("Every demo company is frozen");
}

export const accessKeySamples: Samples<typeof accessKeyCalls> = {
  accessKeyCreate: {
    role: "admin",
    args: async (world) => ({
      body: { companyId: (await getNormalCompany(world)).id, requestId: world.nextRequestId() },
    }),
    invalid: { args: { body: { companyId: 5 } }, path: "companyId" },
  },
  accessKeyList: {
    role: "admin",
    args: async (world) => ({ params: { companyId: (await world.getCompany()).id } }),
    invalid: { args: { params: { companyId: "-1" } }, path: "companyId" },
  },
};
