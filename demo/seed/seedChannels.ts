import type { channelCodes } from "../../server/db/schema/channelCode.ts";
import type { OrderRecord } from "../../server/db/schema/order.ts";
import { buildSearchText, toPinyinSortKey } from "../../server/records/searchText.ts";
import type { CompanyInsert, SeedContext } from "./seedCompanies.ts";
import { seedPhone } from "./seedPhone.ts";

export type ChannelInsert = typeof channelCodes.$inferInsert;

const dayMs = 86_400_000;
const channelRegions = [
  "华北",
  "华东",
  "华南",
  "华中",
  "西南",
  "西北",
  "东北",
  "长三角",
  "珠三角",
  "京津冀",
  "成渝",
  "海西",
  "江浙",
];
const channelKinds = ["农机经销", "测绘服务商", "行业代理", "运营商合作"];

/** Creates sales channels: every tenth is off, every fifth has an expiry date. */
export const seedChannels = ({ faker, now, newId }: SeedContext, count: number): ChannelInsert[] =>
  Array.from({ length: count }, (_, index) => {
    const name = `${channelRegions[index % channelRegions.length]}${channelKinds[Math.floor(index / channelRegions.length) % channelKinds.length]}`;
    const code = `QD${String(1001 + index)}${faker.string.alpha({ length: 2, casing: "upper" })}`;
    const phone = seedPhone(faker);
    const createdAt = new Date(now.getTime() - (560 + index) * dayMs);
    return {
      id: newId(),
      createdAt,
      updatedAt: createdAt,
      name,
      nameOrder: toPinyinSortKey(name),
      code,
      contact: faker.person.fullName(),
      phone,
      ratio: faker.number.int({ min: 8, max: 60 }) / 4,
      status: index % 10 === 9 ? "off" : "on",
      expireAt: index % 5 === 4 ? new Date(now.getTime() + (index * 30 - 60) * dayMs) : null,
      search: buildSearchText(name, code),
    };
  });

/** Sums up companies, revenue and commission by channel. */
export function createChannelTally() {
  const sums = new Map<string, { companyCount: number; orderAmountFen: number; commissionFen: number }>();
  const none = { companyCount: 0, orderAmountFen: 0, commissionFen: 0 };
  const getSum = (id: string | null | undefined) => {
    if (!id) return none;
    const sum = sums.get(id) ?? { ...none };
    sums.set(id, sum);
    return sum;
  };
  return {
    add: (companies: readonly CompanyInsert[], orders: readonly OrderRecord[]) => {
      for (const { channelCodeId } of companies) if (channelCodeId) getSum(channelCodeId).companyCount += 1;
      for (const { channelCodeId, paidFen, refundFen, earnedFen } of orders) {
        if (!channelCodeId) continue;
        const sum = getSum(channelCodeId);
        sum.orderAmountFen += paidFen - refundFen;
        sum.commissionFen += earnedFen;
      }
    },
    get: ({ id }: ChannelInsert) => getSum(id),
  };
}
