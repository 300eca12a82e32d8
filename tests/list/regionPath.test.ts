import { describe, expect, it } from "vitest";
import type { Region } from "../../adapters/contract/region.ts";
import { findRegionPath, getAncestorCodes } from "../../src/list/pickers/regionPath.ts";
import { findSlot } from "../../src/list/pickers/regionSlots.ts";

const region = (id: string, level: Region["level"], hasChildren = true): Region => ({
  id,
  name: id,
  level,
  center: null,
  hasChildren,
});

describe("findRegionPath", () => {
  it("includes province and city", () => {
    const known = {
      "100000": [region("330000", "province")],
      "330000": [region("330100", "city")],
      "330100": [region("330106", "county", false)],
    };
    expect(getAncestorCodes("330106")).toEqual(["330000", "330100"]);
    expect(findRegionPath("330106", known)?.map(({ id }) => id)).toEqual(["330000", "330100", "330106"]);
    expect(findRegionPath("330100", known)?.map(({ id }) => id)).toEqual(["330000", "330100"]);
  });

  it("skips the city level of a municipality", () => {
    const known = { "100000": [region("110000", "province")], "110000": [region("110105", "county", false)] };
    expect(findRegionPath("110105", known)?.map(({ id }) => id)).toEqual(["110000", "110105"]);
  });

  it("returns null while a part is not loaded", () => {
    expect(findRegionPath("330106", { "100000": [region("330000", "province")] })).toBeNull();
    expect(findRegionPath("330106", {})).toBeNull();
  });

  it("follows another platform's ids, which tell no ancestors, past a region that is listed within itself", () => {
    const known = {
      "100000": [region("cn/east", "province"), region("cn/west", "province")],
      "cn/east": [region("cn/east", "province"), region("zj", "city")],
      "cn/west": [region("zj-1", "county", false)],
    };
    expect(getAncestorCodes("zj-1")).toEqual([]);
    expect(findRegionPath("zj-1", known)?.map(({ id }) => id)).toEqual(["cn/west", "zj-1"]);
    expect(findRegionPath("zj-2", known)).toBeNull();
    expect(findSlot("cn/west/0", known).region?.id).toBe("zj-1");
  });
});
