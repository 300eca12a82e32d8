import { expect, test } from "vitest";
import type { IncomingFrame } from "../../machines/socketPort.ts";
import { toastSocketErrors } from "../../src/app/toast/toast.tsx";

/** The toasts after one frame, and what must be done first. */
function receive(type: number, data: unknown) {
  const toasts: string[] = [];
  let required: string | null = null;
  let emitFrame: (frame: IncomingFrame) => void = () => undefined;
  const stop = toastSocketErrors(
    (listener) => {
      emitFrame = listener;
      return () => undefined;
    },
    { error: (text) => void toasts.push(text) },
    (reason) => {
      required = reason;
    },
  );
  emitFrame({ type, at: "2026-03-02T02:00:00.000Z", data });
  stop();
  return { toasts, required };
}

test("a refusal on the live connection is toasted once", () => {
  const message = "同时打开的任务过多";
  expect(receive(9, { message })).toEqual({ toasts: [`实时连接：${message}`], required: null });
  expect(receive(9, "?")).toEqual({ toasts: ["实时连接出错，请刷新页面重试。"], required: null });
  expect(receive(4, { message })).toEqual({ toasts: [], required: null });
});

test.each(["initialPassword", "secondFactor"])(
  "a refusal because of %s opens its dialog, no toast",
  (reason) => {
    expect(receive(9, { message: "请先完成设置", reason })).toEqual({ toasts: [], required: reason });
  },
);
