import { describe, expect, test } from "vitest";
import { getOfferedModes } from "../../src/pages/live/picture/offeredModes.ts";
import { chooseGridMode } from "../../src/pages/live/pictures/gridMode.ts";
import { listSort } from "../../src/pages/live/pictures/gridTasks.ts";
import {
  chooseTask,
  fillCells,
  parsePictureAddress,
  toPictureParams,
} from "../../src/pages/live/pictures/pictureAddress.ts";

describe("the address of the grid", () => {
  test("keeps layout, mode and tasks; an emptied cell stays empty", () => {
    const query = toPictureParams(
      { grid: 9, mode: "hls", cells: ["12", null, "7"] },
      new URLSearchParams("other=1"),
    );
    expect(Object.fromEntries(query)).toEqual({ other: "1", grid: "9", mode: "hls", tasks: "12,-,7" });
    expect(parsePictureAddress(query)).toEqual({ grid: 9, mode: "hls", cells: ["12", null, "7"] });
  });

  test("leaves out what is as usual", () => {
    const query = new URLSearchParams("grid=9&mode=hls&tasks=1");
    expect(toPictureParams({ grid: 4, mode: "flv", cells: [] }, query).toString()).toBe("");
    expect(parsePictureAddress(new URLSearchParams())).toEqual({ grid: 4, mode: "flv", cells: [] });
  });

  test("what it does not know is as usual, what is no task or named twice leaves its cell empty", () => {
    const query = new URLSearchParams("grid=16&mode=rtmp&tasks=5,x,05,5");
    expect(parsePictureAddress(query)).toEqual({ grid: 4, mode: "flv", cells: ["5", null, null, null] });
  });

  test("has no more tasks than cells", () => {
    const query = new URLSearchParams("tasks=1,2,3,4,5");
    expect(parsePictureAddress(query).cells).toEqual(["1", "2", "3", "4"]);
    const written = toPictureParams({ grid: 4, mode: "flv", cells: ["1", "2", "3", "4", "5"] }, query);
    expect(written.get("tasks")).toBe("1,2,3,4");
  });
});

describe("cells", () => {
  test("that never had a task get the first flights of the list that are not shown", () => {
    expect(fillCells([], 4, ["9", "8", "7", "6", "5"])).toEqual(["9", "8", "7", "6"]);
    expect(fillCells(["8", null], 4, ["9", "8", "7", "6"])).toEqual(["8", null, "9", "7"]);
  });

  test("stay as they are without flights, and when all are taken", () => {
    expect(fillCells(["1"], 4, [])).toEqual(["1"]);
    expect(fillCells(["1"], 4, ["2"])).toEqual(["1", "2"]);
    expect(fillCells(["1", "2", "3", null], 4, ["5"])).toEqual(["1", "2", "3", null]);
  });

  test("show the task that is chosen, or none", () => {
    expect(chooseTask(["1", "2"], 0, "3")).toEqual(["3", "2"]);
    expect(chooseTask(["1", "2"], 1, null)).toEqual(["1", null]);
    expect(chooseTask(["1"], 3, "2")).toEqual(["1", null, null, "2"]);
  });

  test("change places when the chosen task is shown already", () => {
    expect(chooseTask(["1", "2", "3"], 0, "3")).toEqual(["3", "2", "1"]);
    expect(chooseTask(["1", null], 1, "1")).toEqual([null, "1"]);
  });
});

test("the modes of a stream are its own, unless it was refused, and those that it names", () => {
  expect(getOfferedModes({ mode: "flv", url: "/a.flv", fallback: ["hls"] })).toEqual(["flv", "hls"]);
  expect(getOfferedModes({ mode: "webrtc", url: "", fallback: ["flv", "hls"] })).toEqual(["flv", "hls"]);
  expect(getOfferedModes({ mode: "rtmp", url: "rtmp://a", fallback: ["webrtc"] })).toEqual(["webrtc"]);
  expect(getOfferedModes({ mode: "hls", url: "", fallback: [] })).toEqual([]);
});

describe("FLV without a WebSocket", () => {
  const shown = ["1", "2", "3", "4", "5"];
  const four = new Set(["1", "2", "3", "4", "99"]);
  const five = new Set(shown);

  test("plays as chosen in four cells, and in any number by another mode", () => {
    const offered = new Set(["flv", "hls"] as const);
    expect(chooseGridMode({ mode: "flv", shown, withoutSocket: four, offered })).toEqual({
      mode: "flv",
      notice: null,
    });
    expect(chooseGridMode({ mode: "webrtc", shown, withoutSocket: five, offered })).toEqual({
      mode: "webrtc",
      notice: null,
    });
  });

  test("gives way to HLS in five; without HLS a message shows what to do", () => {
    const reason = "视频服务没有 WebSocket 方式的 FLV，浏览器最多同时打开 4 路";
    const choose = (...modes: ("flv" | "hls" | "webrtc")[]) =>
      chooseGridMode({ mode: "flv", shown, withoutSocket: five, offered: new Set(modes) });
    expect(choose("flv", "hls")).toEqual({
      mode: "hls",
      notice: `${reason}，已改用 HLS。要用 FLV，请选 4 画面。`,
    });
    expect(choose("flv", "webrtc")).toEqual({
      mode: "flv",
      notice: `${reason}，其余画面会打不开。请改用 WebRTC，或选 4 画面。`,
    });
    expect(choose("flv")).toEqual({ mode: "flv", notice: `${reason}，其余画面会打不开。请选 4 画面。` });
  });
});

test("flights come in the order of their take-offs, so that pictures stay in place", () => {
  expect(listSort).toEqual({ field: "startedAt", order: "desc" });
});
