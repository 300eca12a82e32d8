import { describe, expect, test } from "vitest";
import { type SessionPort, type SessionUser, sessionMachine } from "../../machines/session.machine.ts";
import { createStartActor } from "../../src/app/boot/createStartActor.ts";
import { createRecorder, toStatePaths } from "../../src/app/qa/createRecorder.ts";

const sampleUser = { id: "7", name: "王芳", roles: ["operator"] };
const createPort = (): SessionPort<SessionUser> => ({
  restore: async () => ({ token: "secret-token", user: sampleUser }),
  login: async () => ({ token: "secret-token", user: sampleUser }),
  submitCode: async () => ({ token: "secret-token", user: sampleUser }),
  loadCaptcha: async () => ({ captchaId: "1", image: "" }),
  logout: async () => null,
  store: () => undefined,
  storeUser: () => undefined,
  clear: () => undefined,
  broadcast: () => undefined,
  log: () => undefined,
});
const flushPromises = () => new Promise((resolve) => setTimeout(resolve));

describe("the recorder", () => {
  test("records events and resulting states, newest first", async () => {
    const recorder = createRecorder(() => 5);
    const session = createStartActor(recorder)("session", sessionMachine(createPort()));
    await flushPromises();
    session.send({ type: "session.end", reason: "idle", token: "another" });
    expect(
      recorder.entries().map(({ at, machine, type, payload, state }) => [at, machine, type, payload, state]),
    ).toEqual([
      [5, "session", "session.end", { reason: "idle", token: "•••" }, "loggedIn.usable"],
      [
        5,
        "session",
        "xstate.done.actor.restore",
        {
          output: { token: "•••", user: { id: "7", name: "王芳", roles: ["operator"] } },
          actorId: "restore",
        },
        "loggedIn.usable",
      ],
      [5, "session", "xstate.init", {}, "restoring"],
    ]);
  });

  test("lists running machines and their states", async () => {
    const recorder = createRecorder();
    const start = createStartActor(recorder);
    const first = start("session", sessionMachine(createPort()));
    await flushPromises();
    expect(recorder.running().map(({ name, value }) => [name, value])).toEqual([
      ["session", { loggedIn: "usable" }],
    ]);
    // React asks again and again: the same list means nothing to draw.
    const before = recorder.running();
    let changes = 0;
    recorder.subscribe(() => (changes += 1));
    expect(recorder.running()).toBe(before);
    first.send({ type: "session.end", reason: "idle" });
    expect(changes).toBeGreaterThan(0);
    expect(recorder.running().map(({ value }) => value)).toEqual(["loggedOut"]);
    const told = changes;
    first.stop();
    expect(changes).toBeGreaterThan(told);
    expect(recorder.running()).toEqual([]);
  });

  test("retains the last 200 entries and counts repetitions", () => {
    const recorder = createRecorder();
    for (let taskId = 0; taskId < 250; taskId += 1) {
      const event = { type: "task.open", taskId };
      recorder.record("socket", event);
    }
    expect(recorder.entries()).toHaveLength(200);
    expect(recorder.entries()[0]?.payload).toEqual({ taskId: 249 });
    for (let beat = 0; beat < 3; beat += 1) recorder.record("socket", { type: "beat" });
    expect(recorder.entries()).toHaveLength(200);
    expect(recorder.entries()[0]).toMatchObject({ type: "beat", count: 3 });
    recorder.clear();
    expect(recorder.entries()).toEqual([]);
  });

  test("notifies listeners until they unsubscribe", () => {
    const recorder = createRecorder();
    let callCount = 0;
    const unsubscribe = recorder.subscribe(() => (callCount += 1));
    recorder.record("socket", { type: "a" });
    unsubscribe();
    recorder.record("socket", { type: "b" });
    expect(callCount).toBe(1);
  });

  test("is optional: without a recorder a machine runs without inspection", async () => {
    const session = createStartActor(null)("session", sessionMachine(createPort()));
    let inspected = 0;
    // XState calls its inspection observers at every step; here the only one has unsubscribed.
    session.system.inspect(() => (inspected += 1)).unsubscribe();
    await flushPromises();
    expect(session.getSnapshot().value).toEqual({ loggedIn: "usable" });
    expect(inspected).toBe(0);
  });
});

test("state paths contain the leaf of every region", () => {
  expect(toStatePaths("closed")).toEqual(["closed"]);
  expect(toStatePaths({ live: { online: "beating" } })).toEqual(["live.online.beating"]);
  expect(toStatePaths({ feed: { shown: "polling" }, list: "idle" })).toEqual([
    "feed.shown.polling",
    "list.idle",
  ]);
});
