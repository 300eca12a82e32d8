import { normalizePhone } from "../../../adapters/contract/identity.ts";
import { dataScope, staffCalls } from "../../../adapters/contract/staff.ts";
import { recordForm } from "../../list/form/recordForm.ts";
import { consoleRole } from "../../list/people/consoleRole.ts";
import { departmentChoices } from "./departments/departmentChoices.ts";
import { toInitialPasswordDisplay } from "./toInitialPasswordDisplay.ts";

/** Creates a staff account, whose initial password is shown once; edits one. */
export const staffForm = recordForm({
  name: "staff",
  noun: "后台账号",
  create: staffCalls.staffSave,
  update: staffCalls.staffSave,
  detailCall: staffCalls.staffOne,
  container: "dialog",
  requiredFields: ["phoneNumber", "dataScope"],
  toOneTimeResult: (data, values) =>
    toInitialPasswordDisplay(data, normalizePhone(String(values["phoneNumber"] ?? ""))),
  sections: [
    {
      fields: [
        { kind: "text", name: "name", label: "姓名", wide: true },
        {
          kind: "text",
          name: "phoneNumber",
          label: "手机号",
          masked: true,
          placeholder: "11 位手机号",
          wide: true,
        },
        { kind: "several", name: "roles", label: "角色", dictionary: consoleRole, wide: true },
        { kind: "choice", name: "departmentId", label: "部门", source: departmentChoices },
        {
          kind: "select",
          name: "dataScope",
          label: "数据范围",
          dictionary: dataScope,
          initial: "all",
          hint: "按客户经理看企业及其用户、订单、设备等；超级管理员总看到全部",
        },
      ],
    },
  ],
});
