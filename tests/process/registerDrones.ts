import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";
import { demoDevice } from "../../server/modules/accessKey/demoKey.ts";
import type { ApiClient } from "./apiClient.ts";

const companyPage = z.object({ list: z.array(z.object({ id: z.string() })) });
const callsAtOnce = 4;
const busyStatus = 503;
const retryMs = 500;

/** Enters drones with the company of the demo device, whose access key then signs for them. */
export async function registerDrones(admin: ApiClient, sns: readonly string[]): Promise<void> {
  const filter = { pageNo: 1, pageSize: 1, keyword: demoDevice.companyName };
  const companyId = companyPage.parse(await callUntilTaken(admin, "/company/pageList", filter)).list[0]?.id;
  const left = [...sns];
  const registerNext = async (): Promise<void> => {
    for (let sn = left.pop(); sn !== undefined; sn = left.pop()) {
      const drone = { requestId: randomUUID(), sn, model: "DJI Air 2S", uavClass: "light", companyId };
      await callUntilTaken(admin, "/x/device/save", drone);
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, registerNext));
}

/** A server that has just started on a busy machine answers that it is busy. */
async function callUntilTaken(admin: ApiClient, path: string, body: object): Promise<unknown> {
  for (;;) {
    const { status, state, message, data } = await admin.call("POST", path, body);
    if (state === 0) return data;
    if (status !== busyStatus) throw new Error(`${path} was refused: ${message}`);
    await wait(retryMs);
  }
}
