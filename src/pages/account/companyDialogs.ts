import { accessKeyCalls } from "../../../adapters/contract/accessKey.ts";
import { type CompanyRow, companyCalls } from "../../../adapters/contract/company.ts";
import { logoCalls } from "../../../adapters/contract/logo.ts";
import { brought } from "../../console/brought.tsx";
import type { RowAction } from "../../list/definition.ts";

/** The users of one company. */
export const childUsers: RowAction<CompanyRow> = {
  name: "childUsers",
  label: "子账号",
  call: companyCalls.companyChildUsers,
  dialog: brought(async () => (await import("./ChildUsers.tsx")).ChildUsers),
};

/** A company's logo: chosen, cropped, seen on the real header, submitted. */
export const companyLogo: RowAction<CompanyRow> = {
  name: "logo",
  label: "Logo",
  call: logoCalls.logoSubmit,
  dialog: brought(async () => (await import("./CompanyLogo.tsx")).CompanyLogo),
};

/** A company's access keys: listed, created, the secret shown once. */
export const companyAccessKeys: RowAction<CompanyRow> = {
  name: "accessKeys",
  label: "访问密钥",
  call: accessKeyCalls.accessKeyCreate,
  dialog: brought(async () => (await import("./AccessKeys.tsx")).AccessKeys),
};
