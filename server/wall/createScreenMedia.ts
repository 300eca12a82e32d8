import type { FastifyInstance, FastifyRequest } from "fastify";
import { wallPaths } from "../../adapters/contract/screen.ts";
import { createRevocationCheck } from "../auth/createRevocationCheck.ts";
import type { ScreenMedia } from "../media/serveMedia.ts";
import type { Platform } from "../platform.ts";
import type { ScreenAccess } from "./createScreenAccess.ts";

/** Who may watch live streams below `/wall`: screens by their cookie, until they are revoked. */
export function createScreenMedia(
  app: FastifyInstance,
  platform: Pick<Platform, "bus" | "clock" | "onError">,
  access: ScreenAccess,
): ScreenMedia {
  const admitted = new WeakMap<FastifyRequest, Awaited<ReturnType<ScreenAccess["authenticate"]>>>();
  /** What ends the open streams of each screen. */
  const streams = new Map<string, Set<() => void>>();
  const getOwner = (request: FastifyRequest) => {
    const owner = admitted.get(request);
    if (!owner) throw new Error("The request was not admitted");
    return owner;
  };
  const unsubscribe = platform.bus.subscribe("screen.ended", ({ screenId }) => {
    for (const end of streams.get(screenId) ?? []) end();
  });
  app.addHook("onClose", async () => unsubscribe());

  return {
    prefix: wallPaths.cookie,
    admit: async (request) => void admitted.set(request, await access.authenticate(request)),
    getScreenId: (request) => getOwner(request).screen.id,
    guard: (request, end) => {
      const { screen, token } = getOwner(request);
      const { id } = screen;
      const ends = streams.get(id) ?? new Set();
      streams.set(id, ends.add(end));
      return {
        check: createRevocationCheck(platform, {
          verify: async () => void (await access.find(token, request.ip)),
          onRevoked: end,
          label: "stream of a screen",
        }),
        release: () => {
          ends.delete(end);
          if (ends.size === 0 && streams.get(id) === ends) streams.delete(id);
        },
      };
    },
  };
}
