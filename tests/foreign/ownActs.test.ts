import { describe, expect, test } from "vitest";
import type { CompanyRow } from "../../adapters/contract/company.ts";
import { selectActs } from "../../src/list/canCall.ts";
import { getFields } from "../../src/list/form/formConfig.ts";
import { withoutOwnFields } from "../../src/list/form/withoutOwnFields.ts";
import type { RowAction } from "../../src/list/listDefinition.ts";
import { companyRowActions } from "../../src/pages/account/companyActions.ts";
import { issueInvoice } from "../../src/pages/order/invoiceActions.ts";

const find = (name: string): RowAction<CompanyRow> => {
  const action = companyRowActions.find((one) => one.name === name);
  if (!action) throw new Error(`no action ${name}`);
  return action;
};
const company = { id: "7", version: 1, name: "云鹰航空", userCount: 3 } as CompanyRow;

// The specification has DELETE /company/frozen/{id}, and nothing beside the id.
describe.each([
  [true, ["freeze", "unfreeze"], ["reason"]],
  [false, ["freeze"], []],
])("with extensions %s", (extensions, offered, fields) => {
  test("a company can be frozen, and unfrozen where the call says which", () => {
    const viewer = { user: { id: "1", roles: ["admin"] as const }, config: { extensions } };
    expect(selectActs(viewer, [find("freeze"), find("unfreeze")]).map(({ name }) => name)).toEqual(offered);
  });

  test("the form asks for what is sent", () => {
    const action = find("freeze");
    if (!("form" in action)) throw new Error("no form");
    const form = withoutOwnFields(action.form, { extensions });
    expect(getFields(form, company).map(({ name }) => name)).toEqual(fields);
  });

  test("no file is asked for that could not be uploaded", () => {
    if (!("form" in issueInvoice)) throw new Error("no form");
    const form = withoutOwnFields(issueInvoice.form, { extensions });
    const kinds = getFields(form, {}).map(({ kind }) => kind);
    expect(kinds.includes("file")).toBe(extensions);
    expect(kinds.includes("text")).toBe(true);
  });
});
