import * as z from "zod/mini";
import {
  companyCalls,
  companyCreate,
  companyLevel,
  companyType,
} from "../../../adapters/contract/company.ts";
import { creditCode } from "../../../adapters/contract/creditCode.ts";
import { normalizePhone } from "../../../adapters/contract/identity.ts";
import { regionCalls } from "../../../adapters/contract/region.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { recordForm } from "../../list/form/recordForm.ts";
import { channelChoices } from "../../list/pickers/channelChoices.ts";
import { managerChoices } from "../../list/pickers/managerChoices.ts";
import { toInitialPasswordDisplay } from "./toInitialPasswordDisplay.ts";
import { toNewOrderPath } from "./toNewOrderPath.ts";

const messages = { name: "该企业名称已存在", creditCode: "该统一社会信用代码已存在" } as const;

/** Returns a message if another company has this name or credit code. */
const validateUniqueCompany =
  (field: keyof typeof messages) =>
  async (client: Client, value: string, id: string | null, signal: AbortSignal): Promise<string | null> => {
    const normalized = companyCreate.shape[field].parse(value).toUpperCase();
    const body = { pageNo: 1, pageSize: 20, keyword: value };
    const { list } = await client.call(companyCalls.companyPageList, { body }, { signal });
    const duplicate = list.find(
      (company) => company[field].toUpperCase() === normalized && company.id !== id,
    );
    return duplicate ? messages[field] : null;
  };

/** The region that a credit code was issued in, its digits 3 to 8; none if that is no county of today. */
async function findRegionOfCode(client: Client, code: string, signal: AbortSignal) {
  const regionId = creditCode.parse(code).slice(2, 8);
  const found = await client.call(
    regionCalls.regionSearch,
    { query: { text: regionId } },
    { signal, quiet: true },
  );
  return { regionId: found.some(({ id, hasChildren }) => id === regionId && !hasChildren) ? regionId : null };
}

const createdCompany = z.object({ id: z.string() });

/** Creates a company with its owner's account; edits a company. */
export const companyForm = recordForm({
  name: "company",
  noun: "企业",
  create: companyCalls.companyCreate,
  update: companyCalls.companyUpdate,
  detailCall: companyCalls.companyOne,
  container: "drawer",
  toOneTimeResult: (data, values) => {
    const account = normalizePhone(String(values["account.phoneNumber"] ?? ""));
    const password = toInitialPasswordDisplay(data, account);
    const created = createdCompany.safeParse(data);
    if (!password || !created.success) return password;
    // Most new companies order something at once.
    return { ...password, links: [{ label: "继续创建订单", to: toNewOrderPath(created.data.id, "new") }] };
  },
  sections: [
    {
      title: "企业信息",
      fields: [
        {
          kind: "text",
          name: "name",
          label: "企业名称",
          placeholder: "营业执照上的全称",
          findDuplicate: validateUniqueCompany("name"),
        },
        { kind: "text", name: "shortName", label: "简称" },
        {
          kind: "text",
          name: "creditCode",
          label: "统一社会信用代码",
          placeholder: "18 位",
          derive: findRegionOfCode,
          findDuplicate: validateUniqueCompany("creditCode"),
        },
        { kind: "select", name: "type", label: "类型", dictionary: companyType, initial: "enterprise" },
        { kind: "select", name: "level", label: "级别", dictionary: companyLevel, initial: "C" },
        { kind: "region", name: "regionId", label: "地区" },
        { kind: "text", name: "address", label: "详细地址", wide: true },
      ],
    },
    {
      title: "联系方式",
      fields: [
        { kind: "text", name: "contact", label: "联系人" },
        { kind: "text", name: "phone", label: "联系电话", masked: true, placeholder: "11 位手机号" },
        { kind: "text", name: "emergencyPhone", label: "紧急电话", masked: true, placeholder: "11 位手机号" },
      ],
    },
    {
      title: "服务与归属",
      fields: [
        {
          kind: "choice",
          name: "managerId",
          label: "客户经理",
          source: managerChoices,
          getPreset: ({ id }) => id,
        },
        { kind: "choice", name: "channelCodeId", label: "渠道", source: channelChoices },
        { kind: "longText", name: "remark", label: "备注", wide: true },
      ],
    },
    {
      title: "登录账号",
      copy: { label: "同联系人", from: { "account.name": "contact", "account.phoneNumber": "phone" } },
      fields: [
        { kind: "text", name: "account.name", label: "姓名", only: "create" },
        {
          kind: "text",
          name: "account.phoneNumber",
          label: "登录手机号",
          only: "create",
          placeholder: "11 位手机号",
        },
        {
          kind: "password",
          name: "account.password",
          label: "初始密码",
          only: "create",
          hint: "不填则由系统生成，保存后显示一次",
        },
      ],
    },
  ],
});
