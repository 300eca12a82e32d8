import { MantineProvider } from "@mantine/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { MoneyInput } from "../../src/ui/MoneyInput.tsx";

/** What the field shows before anybody types. */
const show = (value: unknown) => {
  const field = createElement(MoneyInput, { value, onChange: () => undefined });
  const html = renderToStaticMarkup(createElement(MantineProvider, null, field));
  return /<input[^>]* value="([^"]*)"/.exec(html)?.[1];
};

it("shows both decimals of an amount", () => {
  expect(show(12.5)).toBe("12.50");
  expect(show(1_234_567)).toBe("1,234,567.00");
  expect(show(0)).toBe("0.00");
  expect(show(0.07)).toBe("0.07");
  expect(show(-5)).toBe("-5.00");
  // As drafts have them.
  expect(show("12.5")).toBe("12.50");
  for (const empty of ["", null, undefined]) expect(show(empty)).toBe("");
});
