import { enumeration } from "../../../adapters/contract/enumeration.ts";
import { userRole } from "../../../adapters/contract/user.ts";
import type { AnyRow } from "../../list/definition.ts";
import type { FormPlan } from "../../list/form/formPlan.ts";
import { massPlan } from "../../list/sms/massPlan.ts";
import { CompaniesField, UsersField } from "./WhomFields.tsx";

const scope = enumeration("sms_scope", { all: "全部企业", companies: "指定企业", users: "指定用户" });

/** One text to everybody, to the people of some companies, or to some people. */
export const massForm: FormPlan<AnyRow> = massPlan<AnyRow>({
  name: "sms-mass",
  title: () => "群发短信",
  whom: [
    { kind: "select", name: "scope", label: "收件范围", of: scope },
    {
      kind: "several",
      name: "roles",
      label: "用户角色",
      of: userRole,
      hint: "不选为全部角色",
      when: { field: "scope", is: ["all", "companies"] },
    },
    {
      kind: "custom",
      name: "companyIds",
      label: "收件企业",
      control: CompaniesField,
      wide: true,
      when: { field: "scope", is: ["companies"] },
    },
    {
      kind: "custom",
      name: "userIds",
      label: "收件用户",
      control: UsersField,
      wide: true,
      when: { field: "scope", is: ["users"] },
    },
  ],
  given: () => ({}),
});
