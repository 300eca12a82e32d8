import * as z from "zod/mini";
import { isId } from "../../../adapters/contract/fields.ts";
import { managementCalls } from "../../../adapters/contract/management.ts";
import * as word from "../../../adapters/contract/words.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import { companyChoices } from "../../list/pickers/companyChoices.ts";

export interface MovableUser {
  readonly id: string;
  readonly name: string;
  readonly companyName: string;
}

/** Moves a user to another company; used for user list rows and a company's users. */
export const createMoveUserForm = <R extends MovableUser>() =>
  actionForm({
    name: "user-move",
    title: ({ name }: R) => `转移用户 ${name}`,
    call: managementCalls.changeCompany,
    submitLabel: word.move,
    consequence: ({ name, companyName }: R) =>
      `${name} 现属于 ${companyName}，转移后将只能看到新企业的数据。`,
    fields: [{ kind: "choice", name: "destCid", label: "转入企业", source: companyChoices, wide: true }],
    schemas: { destCid: z.string().check(z.refine(isId, "请选择企业")) },
    args: ({ id }: R, { destCid }) => ({ params: { userId: id, destCid } }),
  });
