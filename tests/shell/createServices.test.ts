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
/** Pending requests; the test responds to each. */
let pending: { readonly token: string; readonly respond: (response: Response) => void }[];
beforeEach(() => {
  page = setupFakePage();
  createdServices = [];
  pending = [];
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    pending.push({ token: (init.headers as Record<string, string>)["X-Token"] ?? "", respond: resolve });
    return promise;
  });
});
afterEach(() => {
  for (const { session, layout } of createdServices) {
    session.stop();
    layout.stop();
  }
  page.restore();
});

/** Creates the services of a document that restores this session from storage. */
async function startSession(token: string, user: StoredUser): Promise<Services> {
  page.local.setItem("user", JSON.stringify(user));
  page.local.setItem("token", token);
  const services = createServices(createConsoleConfig(), null);
  createdServices.push(services);
  await flushPromises();
  return services;
}

const createRefusal = (status: number, state = -1) =>
  Response.json({ state, message: "", data: null }, { status });

describe("a failed call", () => {
  test.each([
    [503, true, []],
    [503, false, ["unavailable"]],
    [500, true, ["server"]],
    [401, true, ["unauthorized"]],
  ])(
    "with %i is emitted, unless it is quiet (%s) and the error transient",
    async (status, quiet, expected) => {
      const { client, errors } = await startSession("t1", sampleUser);
      const emitted: string[] = [];
      errors.subscribe(({ kind }) => void emitted.push(kind));
      const failed = client.call(staffCalls.sysAdminList, {}, { quiet }).catch(() => undefined);
      pending[0]?.respond(createRefusal(status));
      await failed;
      expect(emitted).toEqual(expected);
    },
  );

  test.each([
    ["at its fields, is not emitted", [{ path: "name", message: "必填" }], []],
    ["without a field, is emitted", [], ["invalid"]],
  ])("with 400 that the caller shows %s", async (_, issues, expected) => {
    const { client, errors } = await startSession("t1", sampleUser);
    const emitted: string[] = [];
    errors.subscribe(({ kind }) => void emitted.push(kind));
    const failed = client.call(staffCalls.sysAdminList, {}, { showsIssues: true }).catch(() => undefined);
    pending[0]?.respond(Response.json({ state: -1, message: "", data: { issues } }, { status: 400 }));
    await failed;
    expect(emitted).toEqual(expected);
  });

  test.each([
    [401, -1],
    [403, -1],
    [200, -2],
  ])(
    "of an earlier session (%i, state %i) does not end the session that another tab has started",
    async (status, state) => {
      const { client, session } = await startSession("t1", sampleUser);
      const late = client.call(staffCalls.sysAdminList, {}).catch(({ kind }) => kind);
      page.storeFromOtherTab("t2", otherUser);
      await flushPromises();
      expect(session.getSnapshot().context.token).toBe("t2");
      pending[0]?.respond(createRefusal(status, state));
      await late;
      await flushPromises();
      expect(session.getSnapshot().value).toEqual({ loggedIn: "usable" });
      expect([session.getSnapshot().context.user?.name, page.local.getItem("token")]).toEqual(["李雷", "t2"]);
    },
  );

  test("of this session ends it with a reason and clears the storage", async () => {
    const { client, session } = await startSession("t1", sampleUser);
    const failed = client.call(staffCalls.sysAdminList, {}).catch(({ kind }) => kind);
    expect(pending[0]?.token).toBe("t1");
    pending[0]?.respond(createRefusal(401));
    expect(await failed).toBe("unauthorized");
    expect(session.getSnapshot().value).toBe("loggedOut");
    expect([session.getSnapshot().context.reason, page.local.length]).toEqual(["unauthorized", 0]);
  });

  test("that does not concern the session is emitted and does not end it", async () => {
    const { client, session, errors } = await startSession("t1", sampleUser);
    const emitted: string[] = [];
    errors.subscribe(({ kind }) => void emitted.push(kind));
    const failed = client.call(staffCalls.sysAdminList, {}).catch(() => undefined);
    pending[0]?.respond(createRefusal(500));
    await failed;
    expect([emitted, session.getSnapshot().value]).toEqual([["server"], { loggedIn: "usable" }]);
  });
});

describe("the reason why a session ended", () => {
  const openLater = () => {
    const services = createServices(createConsoleConfig(), null);
    createdServices.push(services);
    return services.earlierReason;
  };

  test("is known to a later document, until another session ends", async () => {
    const { session } = await startSession("t1", sampleUser);
    session.send({ type: "session.end", reason: "idle" });
    expect([page.local.length, openLater()]).toEqual([0, "idle"]);
    const next = await startSession("t2", sampleUser);
    next.session.send({ type: "session.end", reason: "expired" });
    expect(openLater()).toBe("expired");
  });

  test("is `otherTab` where another tab has logged out, but not for a later document", async () => {
    const { session } = await startSession("t1", sampleUser);
    await page.postFromOtherTab("session", { type: "tab.loggedOut", reason: "logout" });
    expect([session.getSnapshot().context.reason, openLater()]).toEqual(["otherTab", null]);
  });
});

describe("dark mode", () => {
  test.each([
    ["as the operating system prefers", true, "", true],
    ["as the operating system prefers", false, "", false],
    ["as the user has chosen", true, "dark=0", false],
    ["as the user has chosen", false, "dark=1", true],
  ])("is %s (%s, cookie `%s`)", (_, prefersDark, cookie, dark) => {
    page.restore();
    page = setupFakePage(prefersDark);
    page.document.cookie = cookie;
    const services = createServices(createConsoleConfig(), null);
    createdServices.push(services);
    expect(services.layout.getSnapshot().context.settings.dark).toBe(dark);
  });

  test("is stored only once the user has chosen", () => {
    page.restore();
    page = setupFakePage(true);
    const written: string[] = [];
    Object.defineProperty(page.document, "cookie", {
      get: () => written.join("; "),
      set(cookie: string) {
        written.push(cookie.split(";")[0] ?? "");
      },
    });
    const services = createServices(createConsoleConfig(), null);
    createdServices.push(services);
    services.layout.send({ type: "settings.change", patch: { tagsView: false } });
    expect(written.filter((cookie) => cookie.startsWith("dark="))).toEqual([]);
    services.layout.send({ type: "settings.change", patch: { dark: false } });
    expect(written.filter((cookie) => cookie.startsWith("dark="))).toEqual(["dark=0"]);
  });
});

describe("a refreshed user", () => {
  const refreshWithRoles = async (roles: readonly string[], before = sampleUser) => {
    const services = await startSession("t1", before);
    const done = refreshUser(services, before);
    const data = { name: "王芳芳", avatar: "", introduction: "", roles };
    pending[0]?.respond(Response.json({ code: 20000, data }));
    await done;
    return services.session.getSnapshot().context.user;
  };

  test("has only the roles that the console knows", async () => {
    expect(await refreshWithRoles(["finance", "editor"])).toMatchObject({
      name: "王芳芳",
      roles: ["finance"],
    });
  });

  test("has an own role no longer than the platform says", async () => {
    const user = await refreshWithRoles(["finance"], { ...sampleUser, ownRoleName: "出纳" });
    expect(user?.ownRoleName).toBeUndefined();
  });

  test("keeps the roles of the login if the platform returns none", async () => {
    expect(await refreshWithRoles([])).toMatchObject({ name: "王芳芳", roles: ["operator"] });
  });
});
