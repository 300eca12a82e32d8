import { expect, test } from "vitest";
import type { IncomingFrame } from "../../machines/socketPort.ts";
import { toastSocketErrors } from "../../src/app/toast/toast.tsx";

/** The toasts after one frame, and how often the password dialog was requested. */
function receive(type: number, data: unknown) {
  const toasts: string[] = [];
  let required = 0;
  let emitFrame: (frame: IncomingFrame) => void = () => undefined;
  const stop = toastSocketErrors(
    (listener) => {
      emitFrame = listener;
      return () => undefined;
    },
    { error: (text) => void toasts.push(text) },
    () => {
      required += 1;
    },
  );
  emitFrame({ type, at: "2026-03-02T02:00:00.000Z", data });
  stop();
  return { toasts, required };
}

test("a refusal on the live connection is toasted once", () => {
  const message = "同时打开的任务过多";
  expect(receive(9, { message })).toEqual({ toasts: [`实时连接：${message}`], required: 0 });
  expect(receive(9, "?")).toEqual({ toasts: ["实时连接出错，请刷新页面重试。"], required: 0 });
  expect(receive(4, { message })).toEqual({ toasts: [], required: 0 });
});

test("a refusal because of an initial password opens the password dialog instead of a toast", () => {
  const data = { message: "请先修改初始密码", reason: "initialPassword" };
  expect(receive(9, data)).toEqual({ toasts: [], required: 1 });
});
