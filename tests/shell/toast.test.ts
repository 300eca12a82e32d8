import { notificationsStore } from "@mantine/notifications";
import { isValidElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { clearToasts, toast } from "../../src/app/toast/toast.tsx";

afterEach(clearToasts);

const getNotifications = () => notificationsStore.getState().notifications;

test("the same success again stays one message, which is read out and timed anew", () => {
  toast.success("操作成功");
  const [first] = getNotifications();
  toast.success("操作成功");
  const [second, ...more] = getNotifications();
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
  toast.error("服务器内部错误", "7341-6507-6400-7545");
  const [one] = getNotifications();
  const named = 'class="request-id" role="note" aria-label="请求编号 7341-6507-6400-7545"';
  expect(renderToStaticMarkup(one?.message)).toBe(
    `<span>服务器内部错误</span><span ${named}>请求编号 <span>7341-6507-6400-7545</span></span>`,
  );
});

test("a failure without an answer has no id", () => {
  toast.error("网络连接失败，请检查网络后重试。", null);
  expect(getNotifications()[0]?.message).toBe("网络连接失败，请检查网络后重试。");
});

test("the same failure again is not said again, and two different successes are two messages", () => {
  toast.error("服务器内部错误");
  const [first] = getNotifications();
  toast.error("服务器内部错误");
  expect(getNotifications()).toEqual([first]);
  toast.success("操作成功");
  toast.success("已复制注册链接");
  expect(getNotifications()).toHaveLength(3);
});
