import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { faultNames } from "../../server/settings/faultNames.ts";
import type { Simulator } from "./simulator.ts";

const faultRequest = z.strictObject({
  droneSn: z.string(),
  kind: z.enum(faultNames),
  seconds: z._default(z.int().check(z.minimum(1), z.maximum(3_600)), 60),
});
const faultsPath = "/dev/simulator/faults";

/**
 * Development routes that list and inject faults. Safe without a session because the platform then listens on
 * loopback only, and CORS keeps pages of other origins from sending JSON.
 */
export function registerFaultRoutes(
  app: FastifyInstance,
  simulator: () => Pick<Simulator, "injectFault" | "getFlyingDrones"> | null,
): void {
  app.get(faultsPath, async () => ({ kinds: faultNames, flying: simulator()?.getFlyingDrones() ?? [] }));
  app.post(faultsPath, async (request, reply) => {
    const parsed = faultRequest.safeParse(request.body);
    const replyError = (status: number, message: string) =>
      reply.status(status).send({ state: -1, message, data: null });
    if (!parsed.success) return replyError(400, `kind 可为 ${faultNames.join("、")}，seconds 为 1 到 3600`);
    const { droneSn, kind, seconds } = parsed.data;
    if (!simulator()?.injectFault(droneSn, kind, seconds))
      return replyError(409, "该无人机没有在飞，或附近没有可闯入的管制区");
    return { state: 0, message: "操作成功", data: null };
  });
}
