import { notificationsStore } from "@mantine/notifications";
import { isValidElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { clearToasts, toast } from "../../src/app/toast/toast.tsx";

afterEach(clearToasts);

const getNotifications = () => notificationsStore.getState().notifications;

test("a repeated success stays one toast, which is announced again and restarts its timer", () => {
  toast.success("操作成功");
  const [first] = getNotifications();
  toast.success("操作成功");
  const [second, ...more] = getNotifications();
  expect(more).toEqual([]);
  const keys = [first, second].map((one) => isValidElement(one?.message) && one.message.key);
  expect(keys[0]).not.toBe(keys[1]);
  // The component restarts its timer when `autoClose` changes; both values are about five seconds.
  expect(first?.autoClose).not.toBe(second?.autoClose);
  for (const one of [first, second]) {
    expect(one?.autoClose).toBeGreaterThanOrEqual(5_000);
    expect(one?.autoClose).toBeLessThan(5_010);
  }
});

test("an error's text and its request id are in separate elements", () => {
  toast.error("服务器内部错误", "7341-6507-6400-7545");
  const [notification] = getNotifications();
  const attributes = 'class="request-id" role="note" aria-label="请求编号 7341-6507-6400-7545"';
  expect(renderToStaticMarkup(notification?.message)).toBe(
    `<span>服务器内部错误</span><span ${attributes}>请求编号 <span>7341-6507-6400-7545</span></span>`,
  );
});

test("an error without a response has no request id", () => {
  toast.error("网络连接失败，请检查网络后重试。", null);
  expect(getNotifications()[0]?.message).toBe("网络连接失败，请检查网络后重试。");
});

test("a repeated error is shown once, and two different successes are two toasts", () => {
  toast.error("服务器内部错误");
  const [first] = getNotifications();
  toast.error("服务器内部错误");
  expect(getNotifications()).toEqual([first]);
  toast.success("操作成功");
  toast.success("已复制注册链接");
  expect(getNotifications()).toHaveLength(3);
});
