import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { StoredUser } from "../../adapters/contract/session.ts";
import { staffCalls } from "../../adapters/contract/staff.ts";
import { createServices, type Services } from "../../src/app/boot/createServices.ts";
import { refreshUser } from "../../src/app/session/refreshUser.ts";
import { createConsoleConfig } from "../helpers/createConsoleConfig.ts";
import { sampleUser } from "../helpers/sampleUser.ts";
import { setupFakePage } from "./setupFakePage.ts";

const otherUser: StoredUser = { ...sampleUser, id: "8", name: "李雷", uToken: "u2" };
const flushPromises = () => new Promise((resolve) => setTimeout(resolve));

let page: ReturnType<typeof setupFakePage>;
let createdServices: Services[];
/** Calls under way, each answered by the test. */
let open: { readonly token: string; readonly answer: (response: Response) => void }[];
beforeEach(() => {
  page = setupFakePage();
  createdServices = [];
  open = [];
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    open.push({ token: (init.headers as Record<string, string>)["X-Token"] ?? "", answer: resolve });
    return promise;
  });
});
afterEach(() => {
  for (const { session, layout } of createdServices) {
    session.stop();
    layout.stop();
  }
  page.leave();
});

/** The entry of a page that finds this session stored. */
async function startSession(token: string, user: StoredUser): Promise<Services> {
  page.local.setItem("user", JSON.stringify(user));
  page.local.setItem("token", token);
  const wiring = createServices(createConsoleConfig(), null);
  createdServices.push(wiring);
  await flushPromises();
  return wiring;
}

const createRefusal = (status: number, state = -1) =>
  Response.json({ state, message: "", data: null }, { status });

describe("a failed call", () => {
  test.each([
    [503, true, []],
    [503, false, ["unavailable"]],
    [500, true, ["server"]],
    [401, true, ["unauthorized"]],
  ])("with %i is said unless its caller is quiet (%s) and the server away", async (status, quiet, said) => {
    const { client, errors } = await startSession("t1", sampleUser);
    const heard: string[] = [];
    errors.subscribe(({ kind }) => void heard.push(kind));
    const failed = client.call(staffCalls.sysAdminList, {}, { quiet }).catch(() => undefined);
    open[0]?.answer(createRefusal(status));
    await failed;
    expect(heard).toEqual(said);
  });

  test.each([
    [401, -1],
    [403, -1],
    [200, -2],
  ])(
    "of an earlier session (%i, state %i) leaves the one alone that another tab has begun",
    async (status, state) => {
      const { client, session } = await startSession("t1", sampleUser);
      const late = client.call(staffCalls.sysAdminList, {}).catch(({ kind }) => kind);
      page.storeElsewhere("t2", otherUser);
      await flushPromises();
      expect(session.getSnapshot().context.token).toBe("t2");
      open[0]?.answer(createRefusal(status, state));
      await late;
      await flushPromises();
      expect(session.getSnapshot().value).toEqual({ loggedIn: "usable" });
      expect([session.getSnapshot().context.user?.name, page.local.getItem("token")]).toEqual(["李雷", "t2"]);
    },
  );

  test("of this session ends it, empties what is stored and says why", async () => {
    const { client, session } = await startSession("t1", sampleUser);
    const failed = client.call(staffCalls.sysAdminList, {}).catch(({ kind }) => kind);
    expect(open[0]?.token).toBe("t1");
    open[0]?.answer(createRefusal(401));
    expect(await failed).toBe("unauthorized");
    expect(session.getSnapshot().value).toBe("loggedOut");
    expect([session.getSnapshot().context.reason, page.local.length]).toEqual(["unauthorized", 0]);
  });

  test("that says nothing of the session is told, and ends nothing", async () => {
    const { client, session, errors } = await startSession("t1", sampleUser);
    const told: string[] = [];
    errors.subscribe(({ kind }) => void told.push(kind));
    const failed = client.call(staffCalls.sysAdminList, {}).catch(() => undefined);
    open[0]?.answer(createRefusal(500));
    await failed;
    expect([told, session.getSnapshot().value]).toEqual([["server"], { loggedIn: "usable" }]);
  });
});

describe("who the user is now", () => {
  const asked = async (roles: readonly string[]) => {
    const wiring = await startSession("t1", sampleUser);
    const done = refreshUser(wiring, sampleUser);
    const data = { name: "王芳芳", avatar: "", introduction: "", roles };
    open[0]?.answer(Response.json({ code: 20000, data }));
    await done;
    return wiring.session.getSnapshot().context.user;
  };

  test("is taken over with the roles that the console knows", async () => {
    expect(await asked(["finance", "editor"])).toMatchObject({ name: "王芳芳", roles: ["finance"] });
  });

  test("keeps the roles of the login where the platform names none", async () => {
    expect(await asked([])).toMatchObject({ name: "王芳芳", roles: ["operator"] });
  });
});
