import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { ApiClient } from "../../process/apiClient.ts";

const companyPage = z.object({ list: z.array(z.object({ id: z.string() })) });
const createdKey = z.object({ accessKey: z.string(), secret: z.string() });

/** An access key of the newest company, which is not the demo device's. */
export async function createOwnKey(admin: ApiClient) {
  const newest = await admin.call("POST", "/company/pageList", { pageNo: 1, pageSize: 1 });
  const companyId = companyPage.parse(newest.data).list[0]?.id ?? "";
  const requestId = randomUUID();
  const { data } = await admin.call("POST", "/account/accesskey/create", { companyId, requestId });
  return { companyId, ...createdKey.parse(data) };
}
