import { afterEach, expect, test } from "vitest";
import { type AnyActor, createActor, fromPromise, setup } from "xstate";
import { tagsMachine } from "../../machines/tags.machine.ts";
import { createStartActor } from "../../src/app/boot/createStartActor.ts";
import { createPageScopes } from "../../src/app/session/createPageScopes.ts";

let running: AnyActor[] = [];
afterEach(() => {
  for (const actor of running) actor.stop();
  running = [];
});

/** Opens these pages, each with a pending call. */
function setupPageScopes(...paths: readonly string[]) {
  const tags = createActor(
    tagsMachine({
      affixedPage: null,
      restoredPages: [],
      navigate: () => undefined,
      hasUnsavedChanges: () => false,
    }),
  ).start();
  running.push(tags);
  const scopes = createPageScopes(createStartActor(null), tags);
  const visit = (path: string) =>
    tags.send({ type: "page.visit", page: { path, location: path, title: path } });
  const getTag = (path: string) => {
    const tag = tags.getSnapshot().context.tags.find((item) => item.path === path);
    if (!tag) throw new Error(`${path} is not open`);
    return tag;
  };
  const signals = new Map<string, AbortSignal>();
  const startCall = (path: string) => {
    const machine = setup({
      actors: {
        call: fromPromise(({ signal }) => {
          signals.set(path, signal);
          return new Promise(() => undefined);
        }),
      },
    }).createMachine({ invoke: { src: "call" } });
    return scopes.forTag(getTag(path)).actor("list", () => machine);
  };
  for (const path of paths) visit(path);
  const actors = new Map(paths.map((path) => [path, startCall(path)]));
  /** For each page, the status of its actor and whether its call was aborted. */
  const getStates = () =>
    paths.map((path) => [actors.get(path)?.getSnapshot().status, signals.get(path)?.aborted]);
  return { tags, scopes, visit, getStates, getTag };
}

test("closing a page stops its actor and aborts its call, but not those of other pages", () => {
  const { tags, getStates } = setupPageScopes("/a", "/b");
  tags.send({ type: "tag.close", path: "/a" });
  expect(getStates()).toEqual([
    ["stopped", true],
    ["active", false],
  ]);
});

test("refreshing a page aborts its call and creates a new scope", () => {
  const { tags, scopes, getStates, getTag } = setupPageScopes("/a");
  const before = scopes.forTag(getTag("/a"));
  tags.send({ type: "tag.refresh", path: "/a" });
  expect(getStates()).toEqual([["stopped", true]]);
  expect(scopes.forTag(getTag("/a"))).not.toBe(before);
});

test("a page evicted from the twelve cached ones stops, and its tag stays", () => {
  const { tags, visit, getStates } = setupPageScopes("/first");
  for (let page = 1; page <= 12; page++) visit(`/p/${page}`);
  expect(getStates()).toEqual([["stopped", true]]);
  expect(tags.getSnapshot().context.tags).toHaveLength(13);
});

test("`closeAll` stops all pages and aborts their calls", () => {
  const { scopes, getStates } = setupPageScopes("/a", "/b");
  scopes.closeAll();
  expect(getStates()).toEqual([
    ["stopped", true],
    ["stopped", true],
  ]);
});

test("a value of a page is created once and ends with the page", () => {
  const { tags, scopes, getTag } = setupPageScopes("/a", "/b");
  const before = scopes.forTag(getTag("/a"));
  const value = before.value("one", () => ({}));
  expect(before.value("one", () => ({}))).toBe(value);
  expect(before.value("other", () => ({}))).not.toBe(value);
  expect(scopes.forTag(getTag("/b")).value("one", () => ({}))).not.toBe(value);
  tags.send({ type: "tag.refresh", path: "/a" });
  expect(scopes.forTag(getTag("/a")).value("one", () => ({}))).not.toBe(value);
});
