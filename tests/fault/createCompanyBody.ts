import { computeCheckCharacter } from "../../adapters/contract/creditCodeCheck.ts";

/** A valid body for `/company/account/create`. Each number gives a different company; its name starts with the prefix. */
export function createCompanyBody(namePrefix: string, number: number, managerId: string) {
  const digits = String(number).padStart(8, "0");
  const code = `91110105M${digits}`;
  return {
    name: `${namePrefix}${digits}`,
    shortName: digits,
    creditCode: `${code}${computeCheckCharacter(code)}`,
    type: "enterprise",
    level: "B",
    contact: "张三",
    phone: `138${digits}`,
    regionId: "110105",
    address: "建国路 1 号",
    managerId,
    account: { name: "李四", phoneNumber: `137${digits}` },
    requestId: `kill-${namePrefix.length}-${digits}`,
  };
}
