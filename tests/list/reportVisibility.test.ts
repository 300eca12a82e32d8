import { expect, it } from "vitest";
import { reportVisibility } from "../../src/list/page/reportVisibility.ts";

it("reports every visibility change to the list until it is stopped", () => {
  const sent: string[] = [];
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" as DocumentVisibilityState });
  const setVisibility = (state: DocumentVisibilityState) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  const list = { send: ({ type }: { readonly type: string }) => void sent.push(type) };
  const stop = reportVisibility(list, page);
  setVisibility("hidden");
  setVisibility("visible");
  stop();
  setVisibility("visible");
  expect(sent).toEqual(["page.show", "page.hide", "page.show", "page.hide"]);
});
