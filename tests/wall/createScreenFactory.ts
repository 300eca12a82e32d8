import { screenCalls } from "../../adapters/contract/screen.ts";
import { injectCall } from "../helpers/injectCall.ts";
import { openSession, type TestPlatform } from "../helpers/testPlatform.ts";

/** A screen that was just made, with its token as the cookie that a browser sends. */
interface MadeScreen {
  readonly id: string;
  readonly version: number;
  readonly token: string;
  readonly cookie: string;
}
type Version = Pick<MadeScreen, "id" | "version">;

/** Makes, revokes and reloads screens by the console's calls. */
export function createScreenFactory(ctx: TestPlatform) {
  let requestCount = 0;
  const requestId = () => `wall-act-${++requestCount}`;
  /** A new session each time: tests move the clock by weeks. */
  const signIn = (role: "admin" | "maintainer") => openSession(ctx.platform, ctx.staff[role].id);
  return {
    requestId,
    signIn,
    make: async (name = `大屏 ${++requestCount}`): Promise<MadeScreen> => {
      const args = { body: { requestId: requestId(), name, layout: "map" as const } };
      const { body } = await injectCall(ctx.app, screenCalls.screenSave, args, await signIn("maintainer"));
      const { id, version, secret } = body.data as { id: string; version: number; secret: string };
      return { id, version, token: secret, cookie: `wall=${secret}` };
    },
    revoke: async ({ id, version }: Version) => {
      const args = { body: { requestId: requestId(), id, version } };
      return injectCall(ctx.app, screenCalls.screenRevoke, args, await signIn("admin"));
    },
    reload: async ({ id, version }: Version) => {
      const args = { body: { requestId: requestId(), id, version } };
      return injectCall(ctx.app, screenCalls.screenReload, args, await signIn("maintainer"));
    },
  };
}
