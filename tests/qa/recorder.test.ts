import { describe, expect, test } from "vitest";
import { type SessionPort, type SessionUser, sessionMachine } from "../../machines/session.machine.ts";
import { starter } from "../../src/app/entry/startActor.ts";
import { createRecorder, pathsOf } from "../../src/app/qa/recorder.ts";

const wang = { id: "7", name: "王芳", roles: ["operator"] };
const port = (): SessionPort<SessionUser> => ({
  restore: async () => ({ token: "secret-token", user: wang }),
  login: async () => ({ token: "secret-token", user: wang }),
  captcha: async () => ({ captchaId: "1", image: "" }),
  logout: async () => null,
  store: () => undefined,
  storeUser: () => undefined,
  clear: () => undefined,
  announce: () => undefined,
  log: () => undefined,
});
const answered = () => new Promise((told) => setTimeout(told));

describe("the recorder", () => {
  test("tells what happened to a machine and where it led, the newest first", async () => {
    const recorder = createRecorder(() => 5);
    const session = starter(recorder)("session", sessionMachine(port()));
    await answered();
    session.send({ type: "session.end", reason: "idle", token: "another" });
    expect(
      recorder.entries().map(({ at, machine, type, what, state }) => [at, machine, type, what, state]),
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

  test("knows which machines run, and in which state", async () => {
    const recorder = createRecorder();
    const start = starter(recorder);
    const first = start("session", sessionMachine(port()));
    await answered();
    expect(recorder.running().map(({ name, value }) => [name, value])).toEqual([
      ["session", { loggedIn: "usable" }],
    ]);
    first.stop();
    expect(recorder.running()).toEqual([]);
  });

  test("keeps the last 200 entries; the same again counts up", () => {
    const recorder = createRecorder();
    for (let taskId = 0; taskId < 250; taskId += 1) {
      const event = { type: "task.open", taskId };
      recorder.note("socket", event);
    }
    expect(recorder.entries()).toHaveLength(200);
    expect(recorder.entries()[0]?.what).toEqual({ taskId: 249 });
    for (let beat = 0; beat < 3; beat += 1) recorder.note("socket", { type: "beat" });
    expect(recorder.entries()).toHaveLength(200);
    expect(recorder.entries()[0]).toMatchObject({ type: "beat", times: 3 });
    recorder.clear();
    expect(recorder.entries()).toEqual([]);
  });

  test("tells its listeners of every entry until they leave", () => {
    const recorder = createRecorder();
    let told = 0;
    const leave = recorder.subscribe(() => (told += 1));
    recorder.note("socket", { type: "a" });
    leave();
    recorder.note("socket", { type: "b" });
    expect(told).toBe(1);
  });

  test("is not there where nobody asked for it: a machine runs without inspection", async () => {
    const session = starter(null)("session", sessionMachine(port()));
    let inspected = 0;
    // What a system is inspected by is asked of it with every step; without an observer there is nothing to ask.
    session.system.inspect(() => (inspected += 1)).unsubscribe();
    await answered();
    expect(session.getSnapshot().value).toEqual({ loggedIn: "usable" });
    expect(inspected).toBe(0);
  });
});

test("a state's paths name every region down to the leaf", () => {
  expect(pathsOf("closed")).toEqual(["closed"]);
  expect(pathsOf({ live: { online: "beating" } })).toEqual(["live.online.beating"]);
  expect(pathsOf({ feed: { shown: "polling" }, list: "resting" })).toEqual([
    "feed.shown.polling",
    "list.resting",
  ]);
});
