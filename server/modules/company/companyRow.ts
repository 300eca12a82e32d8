import type { CompanyRow } from "../../../adapters/contract/company.ts";
import { maskPhone } from "../maskPhone.ts";
import type { Viewer } from "../viewer.ts";
import type { CompanyRecord } from "./companyList.ts";

/** A company as lists and details show it: phones masked, amounts only to those who may see them. */
export const toCompanyRow = (record: CompanyRecord, viewer: Viewer): CompanyRow => ({
  id: record.id,
  version: record.version,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
  name: record.name,
  shortName: record.shortName,
  creditCode: record.creditCode,
  type: record.type,
  level: record.level,
  contact: record.contact,
  phone: maskPhone(record.phone),
  emergencyPhone: maskPhone(record.emergencyPhone),
  regionId: record.regionId,
  regionName: record.regionName,
  address: record.address,
  lng: record.lng,
  lat: record.lat,
  channelCodeId: record.channelCodeId,
  channelName: record.channelName,
  managerId: record.managerId,
  managerName: record.managerName,
  accountUserId: record.accountUserId,
  accountPhone: maskPhone(record.accountPhone),
  userCount: record.userCount,
  boxCount: record.boxCount,
  orderAmountFen: viewer.canSeeAmounts ? record.orderAmountFen : null,
  status: record.status,
  freezeReason: record.freezeReason,
  expireAt: record.expireAt?.toISOString() ?? null,
  remark: record.remark,
  logoUrl: record.logoUrl,
  logoStatus: record.logoStatus,
});
