import { notificationsStore } from "@mantine/notifications";
import { isValidElement } from "react";
import { afterEach, expect, test } from "vitest";
import { forgetMessages, say } from "../../src/app/messages/say.tsx";

afterEach(forgetMessages);

const shown = () => notificationsStore.getState().notifications;

test("the same success again stays one message, which is read out and timed anew", () => {
  say.success("操作成功");
  const [first] = shown();
  say.success("操作成功");
  const [second, ...more] = shown();
  expect(more).toEqual([]);
  const keys = [first, second].map((one) => isValidElement(one?.message) && one.message.key);
  expect(keys[0]).not.toBe(keys[1]);
  // The component starts its clock when the time it is given changes; both are the five seconds that one sees.
  expect(first?.autoClose).not.toBe(second?.autoClose);
  for (const one of [first, second]) {
    expect(one?.autoClose).toBeGreaterThanOrEqual(5_000);
    expect(one?.autoClose).toBeLessThan(5_010);
  }
});

test("the same failure again is not said again, and two different successes are two messages", () => {
  say.error("服务器内部错误");
  const [first] = shown();
  say.error("服务器内部错误");
  expect(shown()).toEqual([first]);
  say.success("操作成功");
  say.success("已复制注册链接");
  expect(shown()).toHaveLength(3);
});
