import { accessKeyCalls } from "../../../adapters/contract/accessKey.ts";
import { type CompanyRow, companyCalls } from "../../../adapters/contract/company.ts";
import { logoCalls } from "../../../adapters/contract/logo.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";

/** The users of one company. */
export const showChildUsers: RowAction<CompanyRow> = {
  name: "childUsers",
  label: "子账号",
  call: companyCalls.companyChildUsers,
  dialog: lazyComponent(async () => (await import("./ChildUsers.tsx")).ChildUsers),
};

/** A company's logo: chosen, cropped, seen on the real header, submitted. */
export const editCompanyLogo: RowAction<CompanyRow> = {
  name: "logo",
  label: "Logo",
  call: logoCalls.logoSubmit,
  dialog: lazyComponent(async () => (await import("./CompanyLogo.tsx")).CompanyLogo),
};

/** A company's access keys: listed, created, the secret shown once. */
export const manageAccessKeys: RowAction<CompanyRow> = {
  name: "accessKeys",
  label: "访问密钥",
  call: accessKeyCalls.accessKeyCreate,
  dialog: lazyComponent(async () => (await import("./AccessKeys.tsx")).AccessKeys),
};
