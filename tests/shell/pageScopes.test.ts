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

/** A console with these pages open, each with a call under way. */
function setupPageScopes(...paths: readonly string[]) {
  const tags = createActor(
    tagsMachine({ affixedPage: null, navigate: () => undefined, hasUnsavedChanges: () => false }),
  ).start();
  running.push(tags);
  const scopes = createPageScopes(createStartActor(null), tags);
  const visit = (path: string) =>
    tags.send({ type: "page.visit", page: { path, location: path, title: path } });
  const tagOf = (path: string) => {
    const tag = tags.getSnapshot().context.tags.find((item) => item.path === path);
    if (!tag) throw new Error(`${path} is not open`);
    return tag;
  };
  const signals = new Map<string, AbortSignal>();
  const begin = (path: string) => {
    const machine = setup({
      actors: {
        call: fromPromise(({ signal }) => {
          signals.set(path, signal);
          return new Promise(() => undefined);
        }),
      },
    }).createMachine({ invoke: { src: "call" } });
    return scopes.forTag(tagOf(path)).actor("list", () => machine);
  };
  for (const path of paths) visit(path);
  const actors = new Map(paths.map((path) => [path, begin(path)]));
  const standing = () =>
    paths.map((path) => [actors.get(path)?.getSnapshot().status, signals.get(path)?.aborted]);
  return { tags, scopes, visit, standing, tagOf };
}

test("a page that is closed stops with the call it had under way, and no other page does", () => {
  const { tags, standing } = setupPageScopes("/a", "/b");
  tags.send({ type: "tag.close", path: "/a" });
  expect(standing()).toEqual([
    ["stopped", true],
    ["active", false],
  ]);
});

test("a page that is refreshed begins anew, its old call given up", () => {
  const { tags, scopes, standing, tagOf } = setupPageScopes("/a");
  const before = scopes.forTag(tagOf("/a"));
  tags.send({ type: "tag.refresh", path: "/a" });
  expect(standing()).toEqual([["stopped", true]]);
  expect(scopes.forTag(tagOf("/a"))).not.toBe(before);
});

test("a page that is no longer kept among the twelve stops, while its tag stays", () => {
  const { tags, visit, standing } = setupPageScopes("/first");
  for (let page = 1; page <= 12; page++) visit(`/p/${page}`);
  expect(standing()).toEqual([["stopped", true]]);
  expect(tags.getSnapshot().context.tags).toHaveLength(13);
});

test("nothing goes on in any page once the session ends", () => {
  const { scopes, standing } = setupPageScopes("/a", "/b");
  scopes.closeAll();
  expect(standing()).toEqual([
    ["stopped", true],
    ["stopped", true],
  ]);
});

test("a value of a page is created once and ends with the page", () => {
  const { tags, scopes, tagOf } = setupPageScopes("/a", "/b");
  const before = scopes.forTag(tagOf("/a"));
  const value = before.value("one", () => ({}));
  expect(before.value("one", () => ({}))).toBe(value);
  expect(before.value("other", () => ({}))).not.toBe(value);
  expect(scopes.forTag(tagOf("/b")).value("one", () => ({}))).not.toBe(value);
  tags.send({ type: "tag.refresh", path: "/a" });
  expect(scopes.forTag(tagOf("/a")).value("one", () => ({}))).not.toBe(value);
});
