import { departmentCalls } from "../../../adapters/contract/department.ts";
import { normalizePhone } from "../../../adapters/contract/identity.ts";
import { roleRightCalls } from "../../../adapters/contract/roleRight.ts";
import { dataScope, staffCalls } from "../../../adapters/contract/staff.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { recordForm } from "../../list/form/recordForm.ts";
import { consoleRole } from "../../list/people/consoleRole.ts";
import type { ChoiceSource } from "../../list/pickers/choiceSource.ts";
import { toInitialPasswordDisplay } from "./toInitialPasswordDisplay.ts";

const fetchDepartments = async (client: Client, signal: AbortSignal) =>
  (await client.call(departmentCalls.departmentList, {}, { signal })).map(({ id, name }) => ({
    value: id,
    label: name,
  }));

const departmentChoices: ChoiceSource = {
  placeholder: "选择部门",
  emptyText: "还没有部门，请先在列表上方的「部门」中新增",
  search: async (client, text, signal) =>
    (await fetchDepartments(client, signal)).filter(({ label }) => label.includes(text.trim())),
  fetchByIds: async (client, ids, signal) =>
    (await fetchDepartments(client, signal)).filter(({ value }) => ids.includes(value)),
};

const fetchOwnRoles = async (client: Client, signal: AbortSignal) =>
  (await client.call(roleRightCalls.roleRightList, {}, { signal })).roles.flatMap(({ id, name }) =>
    id === null || name === "" ? [] : { value: id, label: name },
  );

const ownRoleChoices: ChoiceSource = {
  placeholder: "不用自定义角色",
  emptyText: "还没有自定义角色，请先在列表上方的「角色权限」中新增",
  search: async (client, text, signal) =>
    (await fetchOwnRoles(client, signal)).filter(({ label }) => label.includes(text.trim())),
  fetchByIds: async (client, ids, signal) =>
    (await fetchOwnRoles(client, signal)).filter(({ value }) => ids.includes(value)),
};

/** Creates a staff account, whose initial password is shown once; edits one. */
export const staffForm = recordForm({
  name: "staff",
  noun: word.staff,
  save: staffCalls.staffSave,
  detailCall: staffCalls.staffOne,
  container: "dialog",
  requiredFields: ["phoneNumber", "dataScope"],
  toOneTimeResult: (data, values) =>
    toInitialPasswordDisplay(data, normalizePhone(String(values["phoneNumber"] ?? ""))),
  fields: [
    { kind: "text", name: "name", label: word.personName, wide: true },
    {
      kind: "text",
      name: "phoneNumber",
      label: word.phoneNumber,
      masked: true,
      placeholder: word.phoneExample,
      wide: true,
    },
    { kind: "several", name: "roles", label: word.role, dictionary: consoleRole, wide: true },
    {
      kind: "choice",
      name: "ownRoleId",
      label: "自定义角色",
      source: ownRoleChoices,
      hint: "选择后按它计算权限，上面的角色改为它的基础角色",
      wide: true,
    },
    { kind: "choice", name: "departmentId", label: word.department, source: departmentChoices },
    {
      kind: "select",
      name: "dataScope",
      label: word.dataScope,
      dictionary: dataScope,
      initial: "all",
      hint: "按客户经理看企业及其用户、订单、设备等；超级管理员总看到全部",
    },
  ],
});
