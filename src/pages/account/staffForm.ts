import { normalizePhone } from "../../../adapters/contract/identity.ts";
import { staffCalls } from "../../../adapters/contract/staff.ts";
import { recordForm } from "../../list/form/recordForm.ts";
import { consoleRole } from "../../list/people/consoleRole.ts";
import { toInitialPasswordDisplay } from "./toInitialPasswordDisplay.ts";

/** Creates a staff account, whose initial password is shown once; edits one. */
export const staffForm = recordForm({
  name: "staff",
  noun: "后台账号",
  create: staffCalls.staffSave,
  update: staffCalls.staffSave,
  detailCall: staffCalls.staffOne,
  container: "dialog",
  requiredFields: ["phoneNumber"],
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
      ],
    },
  ],
});
