import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { demoDevice } from "../../server/seed/devices/demoDevice.ts";
import type { ApiClient } from "./apiClient.ts";

const companyPage = z.object({ list: z.array(z.object({ id: z.string() })) });
const callsAtOnce = 4;
/** A server that has just started on a busy machine. */
const busyStatus = 503;

/** Enters drones with the company of the demo device, whose access key then signs for them. */
export async function registerDrones(admin: ApiClient, sns: readonly string[]): Promise<void> {
  const filter = { pageNo: 1, pageSize: 1, keyword: demoDevice.companyName };
  const reply = await admin.call("POST", "/company/pageList", filter);
  const companyId = companyPage.parse(reply.data).list[0]?.id;
  const left = [...sns];
  const registerNext = async (): Promise<void> => {
    for (let sn = left.pop(); sn !== undefined; sn = left.pop()) {
      const drone = { requestId: randomUUID(), sn, model: "DJI Air 2S", uavClass: "light", companyId };
      const { status, state, message } = await admin.call("POST", "/x/device/save", drone);
      if (status === busyStatus) left.push(sn);
      else if (state !== 0) throw new Error(`${sn} could not be entered: ${message}`);
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, registerNext));
}
