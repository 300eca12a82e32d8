import { setTimeout as wait } from "node:timers/promises";
import type { SmsGateway } from "./gateway.ts";

const submitMs = 20;
const deliveryMs = 1_500;
const noAnswerMs = 300;

/**
 * A gateway that sends nothing and behaves by the phone's last two digits: 00 is refused as no number, 01 is off and
 * does not get it, 02 is never answered for, so that its result stays unknown, 03 is taken but never reported, 04 gets
 * it and replies R. All others get it after a second and a half. It keeps nothing: an id tells when it was given.
 */
export function createDemoGateway(clock: () => Date): SmsGateway {
  return {
    submit: async ({ phone }, signal) => {
      if (phone.endsWith("02")) {
        await wait(noAnswerMs, undefined, { signal });
        throw new Error("The demo gateway does not answer for numbers that end in 02");
      }
      await wait(submitMs, undefined, { signal });
      return phone.endsWith("00")
        ? { accepted: false, reason: "空号" }
        : { accepted: true, gatewayId: `demo-${clock().getTime()}` };
    },
    reports: async (queries) =>
      queries.flatMap(({ key, gatewayId, phone }) => {
        const since = Number(/^demo-(\d+)$/.exec(gatewayId)?.[1] ?? Number.NaN);
        if (!(clock().getTime() - since >= deliveryMs) || phone.endsWith("03")) return [];
        const isUndelivered = phone.endsWith("01");
        return [
          {
            key,
            delivered: !isUndelivered,
            reason: isUndelivered ? "关机" : "",
            reply: phone.endsWith("04") ? "R" : "",
          },
        ];
      }),
  };
}
