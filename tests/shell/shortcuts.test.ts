import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findShortcut, listKeys, pageKeys } from "../../src/app/keys/shortcuts.ts";

describe("a key", () => {
  it.each([
    ["?", { type: "help" }],
    ["？", { type: "help" }],
    ["/", { type: "list", command: "search" }],
    ["n", { type: "list", command: "add" }],
    ["j", { type: "list", command: "nextRow" }],
    ["k", { type: "list", command: "previousRow" }],
    ["x", { type: "list", command: "selectRow" }],
    ["e", { type: "list", command: "editRow" }],
    ["g", { type: "go" }],
    ["q", null],
    ["Enter", null],
  ])("%s does what it is listed for", (key, shortcut) => {
    expect(findShortcut(key, false)).toEqual(shortcut);
  });

  it("opens a page after g, and does nothing else then", () => {
    expect(findShortcut("d", true)).toEqual({ type: "open", path: "/order/orderList" });
    expect(findShortcut("s", true)).toEqual({ type: "open", path: "/page/page" });
    expect(findShortcut("n", true)).toBe(null);
    expect(findShortcut("?", true)).toBe(null);
  });
});

describe("the keys", () => {
  it("of pages lead to pages of the menu", () => {
    const listed = readFileSync("docs/pages.md", "utf8");
    for (const path of Object.values(pageKeys))
      expect(listed).toMatch(new RegExp(`^\\| \`${path}\` \\|`, "m"));
  });

  it("of pages leave alone those of alarms and of the playback", () => {
    expect(Object.keys(pageKeys).filter((key) => ["j", "k", "l", "v", " "].includes(key))).toEqual([]);
  });

  it("of lists are each one thing", () => {
    expect(new Set(listKeys.map(({ key }) => key)).size).toBe(listKeys.length);
  });
});
