import { notificationsStore } from "@mantine/notifications";
import { isValidElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
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

test("the id of a failed request stands in an element of its own, and the text alone in its", () => {
  say.error("服务器内部错误", "7341-6507-6400-7545");
  const [one] = shown();
  const named = 'class="request-id" role="note" aria-label="请求编号 7341-6507-6400-7545"';
  expect(renderToStaticMarkup(one?.message)).toBe(
    `<span>服务器内部错误</span><span ${named}>请求编号 <span>7341-6507-6400-7545</span></span>`,
  );
});

test("a failure without an answer has no id", () => {
  say.error("网络连接失败，请检查网络后重试。", null);
  expect(shown()[0]?.message).toBe("网络连接失败，请检查网络后重试。");
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
