import { RefusalError } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { lockCompany } from "../company/getCompany.ts";

export interface NewOwner {
  readonly id: string;
  readonly name: string;
}

/**
 * The company that gets a device: one that is there and not frozen. Its row stays locked until the transaction ends;
 * it comes before the device's own.
 */
export async function lockNewOwner(db: Db, companyId: string): Promise<NewOwner> {
  const { id, name, status } = await lockCompany(db, companyId);
  if (status === "frozen") throw new RefusalError(`企业「${name}」已冻结，不能绑定设备`);
  return { id, name };
}
