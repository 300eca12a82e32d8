import { setTimeout as wait } from "node:timers/promises";
import type { SmsGateway } from "../server/sms/gateway.ts";

const submitMs = 20;
const deliveryMs = 1_500;
const noAnswerMs = 300;

/**
 * A gateway that sends nothing. The phone's last two digits decide: 00 is rejected as invalid, 01 is not delivered, 02
 * gets no reply and stays unknown, 03 is accepted but never reported, 04 is delivered and replies R. All others are
 * delivered after 1.5 s. Stateless: the id contains the time of submission.
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
