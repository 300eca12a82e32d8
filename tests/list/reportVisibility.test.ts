import { expect, it } from "vitest";
import { reportVisibility } from "../../src/list/page/reportVisibility.ts";

it("Tells a list whenever somebody sees it and when nobody does, until it leaves the screen", () => {
  const told: string[] = [];
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" as DocumentVisibilityState });
  const becomes = (state: DocumentVisibilityState) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  const list = { send: ({ type }: { readonly type: string }) => void told.push(type) };
  const leave = reportVisibility(list, page);
  becomes("hidden");
  becomes("visible");
  leave();
  becomes("visible");
  expect(told).toEqual(["page.show", "page.hide", "page.show", "page.hide"]);
});
