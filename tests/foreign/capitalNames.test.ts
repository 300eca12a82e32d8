import { describe, expect, test } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import { plusCalls } from "../../adapters/contract/plus.ts";
import { loginResult } from "../../adapters/contract/session.ts";
import { statisticsCalls } from "../../adapters/contract/statistics.ts";
import { getListNotices } from "../../adapters/http/listNotices.ts";
import { parseServerFrames } from "../../adapters/http/parseServerFrames.ts";
import { readLeniently } from "../../adapters/http/readLeniently.ts";
import { withSmallNames } from "../../adapters/http/smallNames.ts";

// As frameworks of Go answer: `ID` and times with a capital beside names with underscores, zero times, null slices.
const noTime = "0001-01-01T00:00:00Z";
const answer = (data: unknown) => JSON.stringify({ code: 0, msg: "操作成功", data });

describe("rows of a platform in Go", () => {
  test("are known by `ID`, and keep their times", () => {
    const row = {
      ID: 1001,
      CreatedAt: "2026-11-30T14:04:20.123456789+08:00",
      UpdatedAt: noTime,
      DeletedAt: null,
      company_name: "蓝天航空",
      user_count: 3,
      expire_at: noTime,
    };
    const page = readLeniently(companyCalls.companyPageList.data, answer({ list: [row], total: 25 }), false);
    expect(page).toMatchObject({
      total: 25,
      list: [
        { id: "1001", name: "蓝天航空", createdAt: "2026-11-30T06:04:20.123Z", userCount: 3, expireAt: null },
      ],
    });
    expect(getListNotices(page?.list ?? [])).toEqual([]);
  });

  test("have ids in capitals", () => {
    const text = answer([{ ID: 7, boxID: 9, Name: "探照灯", SN: "PL1", status: "off" }]);
    expect(readLeniently(plusCalls.plusList.data, text, false)).toMatchObject([
      { id: "7", boxId: "9", name: "探照灯", sn: "PL1", status: "off" },
    ]);
  });

  test("a null slice is an empty list", () => {
    const text = answer({ list: null, total: 0 });
    expect(readLeniently(companyCalls.companyPageList.data, text, false)).toMatchObject({
      total: 0,
      list: [],
    });
    expect(readLeniently(plusCalls.plusList.data, text, false)).toEqual([]);
  });

  test("the user of a login is known by `ID`", () => {
    const user = { ID: 1, CreatedAt: noTime, nickName: "张管理", roles: ["admin"], authorities: null };
    expect(readLeniently(loginResult, answer({ user, token: "t", expiresAt: 1 }), false)).toMatchObject({
      token: "t",
      user: { id: "1", name: "张管理", roles: ["admin"] },
    });
  });

  test("a series names its days with a capital", () => {
    const list = [1, 2].map((n) => ({ Date: `2026-11-0${n}T00:00:00+08:00`, Count: n }));
    const body = { from: "2026-11-01", to: "2026-11-02", granularity: "day" };
    const { data } = statisticsCalls.statisticsTask;
    expect(readLeniently(data, answer({ list }), false, { body })).toMatchObject({
      buckets: [
        { at: "2026-11-01", added: 1 },
        { at: "2026-11-02", added: 2 },
      ],
    });
  });

  test("a message has its place in `Data`", () => {
    const text = JSON.stringify({ Type: 4, TaskId: 9501, Data: { Lng: 116.4, Lat: 39.9, Height: 80 } });
    expect(parseServerFrames(text, 0)).toEqual([
      {
        type: 4,
        at: "1970-01-01T00:00:00.000Z",
        data: { taskId: 9501, lng: 116.4, lat: 39.9, height: 80 },
      },
    ]);
    expect(parseServerFrames('{"Type":6}', 0)).toMatchObject([{ type: 6 }]);
  });
});

test("words by their keys stay, and so does a name that is there in both writings", () => {
  const words = { A: "A 级", B: "B 级" };
  expect(withSmallNames({ Code: 0, Data: words })).toEqual({ code: 0, data: words });
  expect(withSmallNames({ ID: 1, id: 2, Levels: { A: 3 } })).toEqual({ ID: 1, id: 2, levels: { a: 3 } });
  expect(withSmallNames({ name: "甲", A: 1 })).toEqual({ name: "甲", A: 1 });
});
