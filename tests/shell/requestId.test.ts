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
  "a form names the request of a fault that it cannot mend: %s",
  (kind) => {
    expect(renderInForm(kind)).toBe(`请求编号 ${reqId}`);
  },
);

test.each(["refused", "invalid", "captcha", "conflict", "initialPassword"])(
  "a form does not where its fields are to be mended: %s",
  (kind) => {
    expect(renderInForm(kind)).toBe("");
  },
);

test("outside of a form a refusal is named as well", () => {
  const markup = renderToStaticMarkup(createElement(RequestId, { error: { kind: "refused", reqId } }));
  expect(stripTags(markup)).toBe(`请求编号 ${reqId}`);
});

test("what is no answer of the server's has no number", () => {
  for (const error of [null, { kind: "offline", reqId: null }])
    expect(renderToStaticMarkup(createElement(RequestId, { error }))).toBe("");
});

test("a machine keeps the number of a failed call, and of nothing else", () => {
  expect(toErrorInfo({ kind: "server", reqId }).reqId).toBe(reqId);
  for (const other of [new Error("x"), { kind: "server" }, { reqId: 7 }, "text", null])
    expect(toErrorInfo(other).reqId).toBeNull();
});
