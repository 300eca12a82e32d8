import { describe, expect, it } from "vitest";
import { type Region, rootRegionId } from "../../adapters/contract/region.ts";
import { filterByName } from "../../src/list/pickers/nameSearch.ts";
import { findSlot, getSlotPath, toRegionOptions } from "../../src/list/pickers/regionSlots.ts";
import {
  describeUnchosenText,
  findOptionAtTab,
  findTypedChoice,
  matchesName,
} from "../../src/list/pickers/typedText.ts";
import { addRecentId, parseRecentIds } from "../../src/list/pickers/useRecentChoices.ts";

const survey = { value: "1", label: "珠三角测绘" };
const surveyTwo = { value: "2", label: "珠三角测绘二部" };

describe("a text that was typed into a picker and left", () => {
  it.each([
    ["the only match", "珠三角", [survey], survey],
    ["the one of this name, spaces around it ignored", " 珠三角测绘 ", [survey, surveyTwo], survey],
    ["none of several", "珠三角", [survey, surveyTwo], null],
    ["none of two with the same name", "珠三角测绘", [survey, { ...survey, value: "3" }], null],
    ["nothing", "长三角", [], null],
  ])("stands for %s", (_, text, matches, expected) => {
    expect(findTypedChoice(text, matches)).toEqual(expected);
  });

  it("is explained if it matches none", () => {
    expect(describeUnchosenText([])).toBe("没有匹配的结果，请修改或清空");
    expect(describeUnchosenText([survey, surveyTwo])).toBe("有多个匹配的结果，请从列表中选择，或清空");
  });
});

describe("Tab in an open list", () => {
  const low = { label: "电量低", isChosen: false, isHighlighted: false };
  const critical = { ...low, label: "电量严重不足" };
  const highlighted = { ...low, isHighlighted: true };

  it.each([
    ["the only match, which the library highlights", "dld", [highlighted], false, highlighted],
    ["the one of exactly this name", "电量低", [highlighted, critical], false, highlighted],
    ["what an arrow key has highlighted", "dl", [critical, highlighted], true, highlighted],
    ["the only match where the highlight is gone", "dld", [low], true, low],
  ])("takes %s", (_, text, options, isHighlightMoved, expected) => {
    expect(findOptionAtTab(text, options, isHighlightMoved)).toBe(expected);
  });

  it.each([
    ["the first of several matches", "dl", [highlighted, critical], false],
    ["the only match that is chosen already", "dld", [{ ...highlighted, isChosen: true }], false],
    [
      "the chosen option that an arrow key came back to",
      "",
      [{ ...highlighted, isChosen: true }, critical],
      true,
    ],
    ["the only option there is, before anything is typed", " ", [low], false],
    ["an option without matches", "没有", [], false],
  ])("does not take %s", (_, text, options, isHighlightMoved) => {
    expect(findOptionAtTab(text, options, isHighlightMoved)).toBeNull();
  });
});

describe("the cascader of regions", () => {
  const hubei: Region = { id: "420000", name: "湖北省", level: "province", center: null, hasChildren: true };
  const wuhan: Region = { id: "420100", name: "武汉市", level: "city", center: null, hasChildren: false };
  const beijing: Region = { ...hubei, id: "110000", name: "北京市" };
  const provinces = { [rootRegionId]: [beijing, hubei] };

  it("names the first child as the placeholder before it", () => {
    const before = toRegionOptions(provinces)[1];
    const after = toRegionOptions({ ...provinces, "420000": [wuhan] })[1];
    expect(before?.children?.map(({ label }) => label)).toEqual(["正在读取…"]);
    expect(after?.children?.map(({ label }) => label)).toEqual(["武汉市"]);
    expect(after?.children?.[0]?.value).toBe(before?.children?.[0]?.value);
  });

  it("finds a region at its place, and none where it is loading", () => {
    const regions = { ...provinces, "420000": [wuhan] };
    const [, city] = getSlotPath([hubei, wuhan], regions);
    expect(findSlot(city ?? "", regions)).toEqual({ parent: "420000", region: wuhan });
    expect(findSlot(city ?? "", provinces)).toEqual({ parent: "420000", region: undefined });
  });
});

describe("a name", () => {
  it.each(["周晓", "晓岚", "zhouxiao", "xiaolan", "zxl", "xl", "Zhou Xiao", "zhou'xiao", ""])(
    "is found by %s",
    (text) => {
      expect(matchesName(text, "周晓岚", "zhou xiao lan")).toBe(true);
    },
  );

  it.each(["周岚", "zhoulan", "zl", "x l z"])("is not found by %s", (text) => {
    expect(matchesName(text, "周晓岚", "zhou xiao lan")).toBe(false);
  });

  it("is found by its characters where its pinyin is unknown", () => {
    expect(matchesName("晓", "周晓岚")).toBe(true);
    expect(matchesName("zxl", "周晓岚")).toBe(false);
  });
});

describe("fixed choices", () => {
  const choices = [
    { value: "1", label: "重庆巡检服务 FW-01" },
    { value: "2", label: "长三角测绘" },
  ];
  const [service, mapping] = choices;

  it.each([
    ["a part", "三角", [mapping]],
    ["pinyin", "fuwu", [service]],
    ["pinyin of a character with several readings", "chongqing", [service]],
    ["initials", "csj", [mapping]],
    ["a code in small letters", "fw-01", [service]],
    ["nothing", " ", choices],
    ["a text that none has", "xyz", []],
  ])("are found by %s", async (_, text, expected) => {
    expect(await filterByName(text, choices)).toEqual(expected);
  });
});

describe("recent choices", () => {
  it("are the last five, the newest first, each once", () => {
    expect(addRecentId(["2", "1"], "3")).toEqual(["3", "2", "1"]);
    expect(addRecentId(["3", "2", "1"], "1")).toEqual(["1", "3", "2"]);
    expect(addRecentId(["5", "4", "3", "2", "1"], "6")).toEqual(["6", "5", "4", "3", "2"]);
  });

  it("are ids and nothing else", () => {
    expect(parseRecentIds(["1", { name: "周晓岚" }, 7, "2"])).toEqual(["1", "2"]);
    expect(parseRecentIds(undefined)).toEqual([]);
    expect(parseRecentIds({ 0: "1" })).toEqual([]);
  });
});
