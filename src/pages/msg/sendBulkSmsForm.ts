import { defineEnum } from "../../../adapters/contract/defineEnum.ts";
import { userRole } from "../../../adapters/contract/user.ts";
import type { FormConfig } from "../../list/form/formConfig.ts";
import type { AnyRow } from "../../list/listDefinition.ts";
import { bulkSmsForm } from "../../list/sms/bulkSmsForm.ts";
import { CompaniesField, UsersField } from "./RecipientFields.tsx";

const recipientScope = defineEnum("sms_scope", { all: "全部企业", companies: "指定企业", users: "指定用户" });

/** One text to everybody, to the people of some companies, or to some people. */
export const sendBulkSmsForm: FormConfig<AnyRow> = bulkSmsForm<AnyRow>({
  name: "sms-mass",
  title: () => "群发短信",
  recipientFields: [
    { kind: "select", name: "scope", label: "收件范围", dictionary: recipientScope },
    {
      kind: "several",
      name: "roles",
      label: "用户角色",
      dictionary: userRole,
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
  getInitialValues: () => ({}),
});
