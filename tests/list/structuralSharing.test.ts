import { describe, expect, it } from "vitest";
import { structuralSharing } from "../../src/list/page/createListPort.ts";

describe("structuralSharing", () => {
  it("reuses the objects of unchanged rows", () => {
    const before = [
      { id: "1", version: 1, name: "甲" },
      { id: "2", version: 1, name: "乙" },
    ];
    const after = structuralSharing(before, [
      { id: "2", version: 2, name: "乙" },
      { id: "1", version: 1, name: "甲" },
      { id: "3", version: 1, name: "丙" },
    ]);
    expect(after.map(({ id, version }) => `${id}.${version}`)).toEqual(["2.2", "1.1", "3.1"]);
    expect(after[1]).toBe(before[0]);
    expect(after[0]).not.toBe(before[1]);
  });
});
