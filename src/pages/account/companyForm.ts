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
import * as word from "../../../adapters/contract/words.ts";
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
          label: word.companyName,
          placeholder: "营业执照上的全称",
          findDuplicate: validateUniqueCompany("name"),
        },
        { kind: "text", name: "shortName", label: word.shortName },
        {
          kind: "text",
          name: "creditCode",
          label: word.creditCode,
          placeholder: "18 位",
          derive: findRegionOfCode,
          findDuplicate: validateUniqueCompany("creditCode"),
        },
        { kind: "select", name: "type", label: word.type, dictionary: companyType, initial: "enterprise" },
        { kind: "select", name: "level", label: word.level, dictionary: companyLevel, initial: "C" },
        { kind: "region", name: "regionId", label: word.region },
        { kind: "text", name: "address", label: word.fullAddress, wide: true },
      ],
    },
    {
      title: "联系方式",
      fields: [
        { kind: "text", name: "contact", label: word.contact },
        {
          kind: "text",
          name: "phone",
          label: word.contactPhone,
          masked: true,
          placeholder: word.phoneExample,
        },
        {
          kind: "text",
          name: "emergencyPhone",
          label: word.emergencyPhone,
          masked: true,
          placeholder: word.phoneExample,
        },
      ],
    },
    {
      title: "服务与归属",
      fields: [
        {
          kind: "choice",
          name: "managerId",
          label: word.manager,
          source: managerChoices,
          getPreset: ({ id }) => id,
        },
        { kind: "choice", name: "channelCodeId", label: word.channel, source: channelChoices },
        { kind: "longText", name: "remark", label: word.remark, wide: true },
      ],
    },
    {
      title: "登录账号",
      copy: { label: "同联系人", from: { "account.name": "contact", "account.phoneNumber": "phone" } },
      fields: [
        { kind: "text", name: "account.name", label: word.personName, only: "create" },
        {
          kind: "text",
          name: "account.phoneNumber",
          label: word.accountPhone,
          only: "create",
          placeholder: word.phoneExample,
        },
        {
          kind: "password",
          name: "account.password",
          label: word.initialPassword,
          only: "create",
          hint: "不填则由系统生成，保存后显示一次",
        },
      ],
    },
  ],
});
