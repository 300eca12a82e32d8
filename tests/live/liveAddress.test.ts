import { expect, test } from "vitest";
import { parseAddress, toAddressParams } from "../../src/live/liveAddress.ts";

const usual = { task: null, view: null, toggledLayers: [], smooth: true, basemap: null };

test("selection, view and layers are written to the address and read from it", () => {
  const address = {
    task: "9007199254740993",
    view: { centre: [105.4600012, 39.92] as const, zoom: 12.3456 },
    toggledLayers: ["trails", "heat"] as const,
    smooth: false,
    basemap: "tianditu-img",
  };
  const query = toAddressParams(address, new URLSearchParams("q=巡检"));
  expect(Object.fromEntries(query)).toEqual({
    q: "巡检",
    task: "9007199254740993",
    view: "105.46,39.92,12.35",
    layers: "trails,heat",
    points: "raw",
    base: "tianditu-img",
  });
  expect(parseAddress(query)).toEqual({ ...address, view: { centre: [105.46, 39.92], zoom: 12.35 } });
});

test("what is as usual is not in the address", () => {
  const query = new URLSearchParams("task=1&view=1,2,3&layers=heat&points=raw&state=lost");
  expect(toAddressParams(usual, query).toString()).toBe("state=lost");
});

test("the embedded base map has a name in the address, which is not that of no choice", () => {
  const query = toAddressParams({ ...usual, basemap: "" }, new URLSearchParams());
  expect(query.toString()).toBe("base=embedded");
  expect(parseAddress(query).basemap).toBe("");
  expect(parseAddress(new URLSearchParams("base=")).basemap).toBe(null);
});

test("an address that was not written here is as usual", () => {
  for (const text of [
    "task=0&view=1,2",
    "task=abc&view=200,0,5",
    "view=1,99,5&layers=x&points=y",
    "view=a,b,c",
  ])
    expect(parseAddress(new URLSearchParams(text))).toEqual(usual);
  // Zooms that the map does not have are brought into its range.
  expect(parseAddress(new URLSearchParams("view=105,40,99")).view?.zoom).toBe(17);
  expect(parseAddress(new URLSearchParams("view=-75.5,-40,1")).view).toEqual({
    centre: [-75.5, -40],
    zoom: 4,
  });
});
