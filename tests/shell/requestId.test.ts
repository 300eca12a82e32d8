import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { toErrorInfo } from "../../machines/errorInfo.ts";
import { RequestId } from "../../src/ui/RequestId.tsx";

const reqId = "7341-6507-6400-7545";
const stripTags = (markup: string) => markup.replaceAll(/<[^>]*>/g, "");
const renderInForm = (kind: string) =>
  stripTags(renderToStaticMarkup(createElement(RequestId, { error: { kind, reqId }, form: true })));

test.each(["server", "contract", "notFound", "forbidden", "tooMany", "unauthorized", "unknown"])(
  "a form shows the request id of an error that the user cannot correct: %s",
  (kind) => {
    expect(renderInForm(kind)).toBe(`请求编号 ${reqId}`);
  },
);

test.each(["refused", "invalid", "captcha", "conflict", "initialPassword"])(
  "a form hides the request id of an error that the user can correct: %s",
  (kind) => {
    expect(renderInForm(kind)).toBe("");
  },
);

test("outside a form the request id of a refusal is shown", () => {
  const markup = renderToStaticMarkup(createElement(RequestId, { error: { kind: "refused", reqId } }));
  expect(stripTags(markup)).toBe(`请求编号 ${reqId}`);
});

test("an error without a response has no request id", () => {
  for (const error of [null, { kind: "offline", reqId: null }])
    expect(renderToStaticMarkup(createElement(RequestId, { error }))).toBe("");
});

test("a machine's error info has the request id of a failed call, and of no other error", () => {
  expect(toErrorInfo({ kind: "server", reqId }).reqId).toBe(reqId);
  for (const other of [new Error("x"), { kind: "server" }, { reqId: 7 }, "text", null])
    expect(toErrorInfo(other).reqId).toBeNull();
});
