import { describe, expect, it } from "vitest";
import { type Region, rootRegionId } from "../../adapters/contract/region.ts";
import { findSlot, getSlotPath, toRegionOptions } from "../../src/list/pickers/RegionSelect.tsx";
import { describeUnchosenText, findTypedChoice } from "../../src/list/pickers/typedText.ts";

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
