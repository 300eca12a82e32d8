import { randomUUID } from "node:crypto";
import type { EndpointArgs } from "../../adapters/contract/endpoint.ts";
import { screenCalls } from "../../adapters/contract/screen.ts";
import { injectCall } from "../helpers/injectCall.ts";
import { openSession, type TestPlatform } from "../helpers/testPlatform.ts";

/** A screen that was just made, with the token of its link. */
interface MadeScreen {
  readonly id: string;
  readonly version: number;
  readonly token: string;
}
/** What it shows, and to whom; by default everything to the staff. */
type Shown = Pick<EndpointArgs<typeof screenCalls.screenSave>["body"], "scope" | "audience">;
type Version = Pick<MadeScreen, "id" | "version">;

/** What a browser sends and gets as it opens a link. */
export async function openLink(
  { app }: Pick<TestPlatform, "app">,
  token: string,
  { requestId = randomUUID(), ...headers }: Readonly<Record<string, string>> = {},
) {
  const payload = { token, requestId };
  const answer = await app.inject({ method: "POST", url: "/wall/api/session", payload, headers });
  const setCookie = String(answer.headers["set-cookie"] ?? "");
  const { message, data } = answer.json() as { readonly message: string; readonly data: unknown };
  return { status: answer.statusCode, message, data, setCookie, cookie: setCookie.split(";")[0] ?? "" };
}

/** Sends what a screen reports about itself; `fields` override it. */
export const sendReport = (
  { app, clock }: Pick<TestPlatform, "app" | "clock">,
  cookie: string,
  fields: object = {},
) =>
  app.inject({
    method: "POST",
    url: "/wall/api/report",
    headers: { cookie },
    payload: {
      build: "a1b2c3d",
      frameRate: 59.5,
      heapBytes: 48_000_000,
      paintAgeMs: 16,
      dataAgeMs: 900,
      loadedAt: clock.now().toISOString(),
      ...fields,
    },
  });

/** Makes, revokes and reloads screens by the console's calls. */
export function createScreenFactory(ctx: TestPlatform) {
  let requestCount = 0;
  const requestId = () => `wall-act-${++requestCount}`;
  /** A new session each time: tests move the clock by weeks. */
  const signIn = (role: "admin" | "maintainer") => openSession(ctx.platform, ctx.staff[role].id);
  const makeUnopened = async (name = `大屏 ${++requestCount}`, shown: Shown = {}): Promise<MadeScreen> => {
    const args = { body: { requestId: requestId(), name, layout: "map" as const, ...shown } };
    const { body } = await injectCall(ctx.app, screenCalls.screenSave, args, await signIn("maintainer"));
    const { id, version, secret } = body.data as { id: string; version: number; secret: string };
    return { id, version, token: secret };
  };
  return {
    requestId,
    signIn,
    makeUnopened,
    /** A screen whose link was opened, with the cookie of that. */
    make: async (name?: string, shown?: Shown): Promise<MadeScreen & { readonly cookie: string }> => {
      const made = await makeUnopened(name, shown);
      return { ...made, cookie: (await openLink(ctx, made.token)).cookie };
    },
    renewLink: async ({ id, version }: Version): Promise<MadeScreen> => {
      const args = { body: { requestId: requestId(), id, version } };
      const { body } = await injectCall(ctx.app, screenCalls.screenLink, args, await signIn("maintainer"));
      const { secret, ...renewed } = body.data as { id: string; version: number; secret: string };
      return { ...renewed, token: secret };
    },
    revoke: async ({ id, version }: Version) => {
      const args = { body: { requestId: requestId(), id, version } };
      return injectCall(ctx.app, screenCalls.screenRevoke, args, await signIn("admin"));
    },
    restore: async ({ id, version }: Version) => {
      const args = { body: { requestId: requestId(), id, version } };
      return injectCall(ctx.app, screenCalls.screenRestore, args, await signIn("admin"));
    },
    reload: async ({ id, version }: Version) => {
      const args = { body: { requestId: requestId(), id, version } };
      return injectCall(ctx.app, screenCalls.screenReload, args, await signIn("maintainer"));
    },
  };
}
