import { expect, test } from "vitest";
import { createActor } from "xstate";
import { tagsMachine } from "../../machines/tags.machine.ts";

const createPage = (path: string) => ({ path, location: path, title: path });

test("pages of before a reload have tags, the first page's once and in front, and mount when they are visited", () => {
  const tags = createActor(
    tagsMachine({
      affixedPage: createPage("/home"),
      restoredPages: [createPage("/a"), createPage("/home"), createPage("/b")],
      navigate: () => undefined,
      hasUnsavedChanges: () => false,
    }),
  ).start();
  const getTags = () =>
    tags.getSnapshot().context.tags.map(({ path, affixed, cached }) => [path, affixed, cached]);
  expect(getTags()).toEqual([
    ["/home", true, false],
    ["/a", false, false],
    ["/b", false, false],
  ]);
  tags.send({ type: "page.visit", page: createPage("/b") });
  expect(getTags()).toEqual([
    ["/home", true, false],
    ["/a", false, false],
    ["/b", false, true],
  ]);
  tags.stop();
});
