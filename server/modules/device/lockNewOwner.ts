import type { Db } from "../../db/handle.ts";
import { RefusalError } from "../../errors.ts";
import { readEach } from "../../records/readEach.ts";
import { lockCompany } from "../company/getCompany.ts";

export interface NewOwner {
  readonly id: string;
  readonly name: string;
}

/**
 * Reads the company that gets a device; refuses a frozen one. Its row stays locked until the transaction ends and must be
 * locked before the device's.
 */
export async function lockNewOwner(db: Db, companyId: string): Promise<NewOwner> {
  const { id, name, status } = await lockCompany(db, companyId);
  if (status === "frozen") throw new RefusalError(`企业「${name}」已冻结，不能绑定设备`);
  return { id, name };
}

/** Reads the companies that get several new devices, each once; gets one by its id. */
export const lockNewOwners = (db: Db, devices: readonly { readonly companyId?: string | undefined }[]) =>
  readEach(
    devices.map(({ companyId }) => companyId),
    (id) => lockNewOwner(db, id),
  );
