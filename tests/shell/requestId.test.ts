import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { faultOf } from "../../machines/fault.ts";
import { RequestId } from "../../src/ui/RequestId.tsx";

const reqId = "7341-6507-6400-7545";
const shown = (markup: string) => markup.replaceAll(/<[^>]*>/g, "");
const inForm = (kind: string) =>
  shown(renderToStaticMarkup(createElement(RequestId, { of: { kind, reqId }, form: true })));

test.each(["server", "contract", "notFound", "forbidden", "tooMany", "unauthorized", "unknown"])(
  "a form names the request of a fault that it cannot mend: %s",
  (kind) => {
    expect(inForm(kind)).toBe(`请求编号 ${reqId}`);
  },
);

test.each(["refused", "invalid", "captcha", "conflict", "initialPassword"])(
  "a form does not where its fields are to be mended: %s",
  (kind) => {
    expect(inForm(kind)).toBe("");
  },
);

test("outside of a form a refusal is named as well", () => {
  const markup = renderToStaticMarkup(createElement(RequestId, { of: { kind: "refused", reqId } }));
  expect(shown(markup)).toBe(`请求编号 ${reqId}`);
});

test("what is no answer of the server's has no number", () => {
  for (const of of [null, { kind: "offline", reqId: null }])
    expect(renderToStaticMarkup(createElement(RequestId, { of }))).toBe("");
});

test("a machine keeps the number of a failed call, and of nothing else", () => {
  expect(faultOf({ kind: "server", reqId }).reqId).toBe(reqId);
  for (const other of [new Error("x"), { kind: "server" }, { reqId: 7 }, "text", null])
    expect(faultOf(other).reqId).toBeNull();
});
