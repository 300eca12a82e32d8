import { departmentCalls } from "../../../../adapters/contract/department.ts";
import type { Client } from "../../../../adapters/http/client.ts";
import type { ChoiceSource } from "../../../list/pickers/choiceSource.ts";

const fetchDepartments = async (client: Client, signal: AbortSignal) =>
  (await client.call(departmentCalls.departmentList, {}, { signal })).map(({ id, name }) => ({
    value: id,
    label: name,
  }));

/** Departments by name. */
export const departmentChoices: ChoiceSource = {
  placeholder: "选择部门",
  emptyText: "还没有部门，请先在列表上方的「部门」中新增",
  search: async (client, text, signal) =>
    (await fetchDepartments(client, signal)).filter(({ label }) => label.includes(text.trim())),
  fetchByIds: async (client, ids, signal) =>
    (await fetchDepartments(client, signal)).filter(({ value }) => ids.includes(value)),
};
