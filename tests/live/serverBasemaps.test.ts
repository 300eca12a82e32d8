import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { checkBasemapFile } from "../../server/map/basemapFile.ts";
import { readSettings } from "../../server/settings/settings.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { createScreenFactory, openLink } from "../wall/createScreenFactory.ts";

const key = "0123456789abcdef0123456789abcdef";
const amap = {
  id: "amap",
  name: "高德地图",
  kind: "amap",
  url: "https://webrd0{1-4}.is.autonavi.com/appmaptile?lang=zh_cn&size=1&scale=1&style=8&x={x}&y={y}&z={z}",
};
const ownImagery = {
  id: "own",
  name: "自建影像",
  kind: "xyz",
  urls: ["http://127.0.0.1:9001/{z}/{x}/{y}.png", "/map/own/{z}/{x}/{y}.png"],
  crs: "EPSG:3857",
  attribution: "本单位",
};
const archive = {
  id: "archive",
  name: "离线包",
  kind: "pmtiles",
  url: "https://files.example.com:8443/china.pmtiles",
  format: "raster",
  attribution: "本单位",
};
const tile = "/map/tianditu/vec_w/wmts?TILEMATRIX=8&TILEROW=97&TILECOL=202&LAYER=img&tk=other";

/** The header of a PMTiles archive, version 3, with tiles of a type. */
function createHeader(tileType: number): Buffer {
  const header = Buffer.alloc(127);
  header.write("PMTiles");
  header[7] = 3;
  header[99] = tileType;
  return header;
}

let requests: string[] = [];
let upstreamResponse = { status: 200, type: "image/png", body: "picture" };

const upstream = createServer((request, response) => {
  requests.push(request.url ?? "");
  response
    .writeHead(upstreamResponse.status, { "content-type": upstreamResponse.type })
    .end(upstreamResponse.body);
});
await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
const { port } = upstream.address() as AddressInfo;
const ctx = await createTestPlatform({
  env: {
    TIANDITU_KEY: key,
    TIANDITU_HOST: `http://127.0.0.1:${port}`,
    BASEMAPS: JSON.stringify([amap, ownImagery, archive]),
  },
});
afterAll(async () => {
  await ctx.close();
  upstream.close();
});

describe("configured base maps", () => {
  test("are sent to the console, Tianditu's three themes without the key", async () => {
    const { body } = await ctx.app.inject({ url: "/config.json" });
    expect(body).not.toContain(key);
    const { basemaps } = JSON.parse(body) as { basemaps: { id: string }[] };
    expect(basemaps.map(({ id }) => id)).toEqual([
      "tianditu-vec",
      "tianditu-img",
      "tianditu-ter",
      "amap",
      "own",
      "archive",
    ]);
    expect(basemaps[0]).toEqual({
      id: "tianditu-vec",
      name: "天地图 矢量",
      kind: "tianditu",
      theme: "vec",
      key: "",
      host: "/map/tianditu",
    });
    expect(basemaps.slice(3)).toEqual([amap, ownImagery, archive]);
  });

  test("are sent to screens", async () => {
    const { token } = await createScreenFactory(ctx).makeUnopened();
    const { data } = await openLink(ctx, token);
    const { basemaps } = data as { basemaps: { id: string }[] };
    expect(basemaps.map(({ id }) => id).slice(0, 2)).toEqual(["tianditu-vec", "tianditu-img"]);
  });

  test("add only their hosts to the content security policy", async () => {
    const { headers } = await ctx.app.inject({ url: "/config.json" });
    const policy = String(headers["content-security-policy"]);
    const hosts =
      "https://webrd01.is.autonavi.com https://webrd02.is.autonavi.com https://webrd03.is.autonavi.com " +
      "https://webrd04.is.autonavi.com http://127.0.0.1:9001 https://files.example.com:8443";
    expect(policy).toContain(`img-src 'self' data: blob: ${hosts};`);
    expect(policy).toMatch(new RegExp(`connect-src 'self' [^;]*${hosts}(;|$)`));
    expect(policy).toMatch(/script-src 'self'(;|$)/);
  });

  test.each([
    ["invalid JSON", "[{"],
    ["an unknown kind", '[{"id":"a","name":"a","kind":"wms","url":"https://a"}]'],
    ["a duplicate id", JSON.stringify([amap, amap])],
    ["an invalid URL", JSON.stringify([{ ...amap, url: "javascript:alert(1)" }])],
    ["another host that looks like a path", JSON.stringify([{ ...amap, url: "//evil.example.com/{z}" }])],
    ["a misspelled field", JSON.stringify([{ ...ownImagery, maxzoom: 3 }])],
  ])("prevent the start if BASEMAPS is %s", (_what, BASEMAPS) => {
    expect(readSettings({ BASEMAPS })).toEqual({
      errors: [
        "BASEMAPS must be a JSON list of base maps with ids of their own, as docs/basemaps.md has it.",
      ],
    });
  });

  test("one of any image tiles takes two settings", () => {
    const url = "https://tiles.example.com/{z}/{x}/{y}.png";
    const read = readSettings({ BASEMAP_URL: url, BASEMAP_ATTRIBUTION: "本单位 审图号 GS(2026)0001" });
    expect("settings" in read && read.settings.basemaps).toEqual([
      {
        id: "xyz",
        name: "地图",
        kind: "xyz",
        urls: [url],
        crs: "EPSG:3857",
        attribution: "本单位 审图号 GS(2026)0001",
      },
    ]);
  });

  test("an archive on this machine is served by parts, and nothing beside it", async () => {
    using folder = createTemporaryFolder("maps");
    const file = path.join(folder.path, "湖北.pmtiles");
    writeFileSync(file, createHeader(2));
    writeFileSync(path.join(folder.path, "other.pmtiles"), "secret");
    await checkBasemapFile(file);
    const env = { BASEMAP_FILE: file, BASEMAP_ATTRIBUTION: "本单位", BASE_PATH: "/console/" };
    const own = await createTestPlatform({ env });
    onTestFinished(own.close);
    const url = "/console/map/file/%E6%B9%96%E5%8C%97.pmtiles";
    expect((await own.app.inject({ url: "/config.json" })).json().basemaps).toEqual([
      { id: "file", name: "地图", kind: "pmtiles", url, format: "raster", attribution: "本单位" },
    ]);
    const part = await own.app.inject({ url, headers: { range: "bytes=0-6" } });
    expect([part.statusCode, part.body, part.headers["content-encoding"]]).toEqual([
      206,
      "PMTiles",
      undefined,
    ]);
    for (const name of ["other.pmtiles", "", "../other.pmtiles"])
      expect((await own.app.inject({ url: `/console/map/file/${name}` })).body).not.toContain("secret");
  });

  test.each([
    ["vector tiles", createHeader(1), "has no pictures as tiles: see docs/basemaps.md"],
    ["something else", Buffer.from("SQLite format 3"), "is no PMTiles archive: see docs/basemaps.md"],
  ])("a file with %s prevents the start", async (_what, bytes, message) => {
    using folder = createTemporaryFolder("maps");
    const file = path.join(folder.path, "a.pmtiles");
    writeFileSync(file, bytes);
    await expect(checkBasemapFile(file)).rejects.toThrow(`BASEMAP_FILE ${file} ${message}`);
  });

  test("two sources of one more base map prevent the start", () => {
    expect(readSettings({ BASEMAP_FILE: "a.pmtiles", BASEMAP_URL: "/{z}/{x}/{y}.png" })).toEqual({
      errors: ["BASEMAP_URL must not be set with BASEMAP_FILE: one of them is an entry of BASEMAPS."],
    });
  });

  test.each([
    "https://tiles.example.com/{z}/{x}.png",
    "javascript:{z}{x}{y}",
    "//evil.example.com/{z}/{x}/{y}",
  ])("no base map is at %s", (BASEMAP_URL) => {
    expect(readSettings({ BASEMAP_URL })).toEqual({
      errors: ["BASEMAP_URL must be an address of image tiles that contains {x}, {y} and {z}."],
    });
  });

  test("no two base maps have one id", () => {
    const BASEMAPS = JSON.stringify([{ ...ownImagery, id: "xyz" }]);
    expect(readSettings({ BASEMAPS, BASEMAP_URL: "/tiles/{z}/{x}/{y}.png" })).toEqual({
      errors: [
        "BASEMAPS must not use the ids xyz, file and tianditu-… beside BASEMAP_URL, BASEMAP_FILE and TIANDITU_KEY, whose base maps have them.",
      ],
    });
  });

  test("an invalid key prevents the start and is not printed", () => {
    expect(readSettings({ TIANDITU_KEY: "a&b=secret-part" })).toEqual({
      errors: ["TIANDITU_KEY must be a key of 8 to 64 letters and digits."],
    });
  });
});

describe("the Tianditu proxy", () => {
  test("fetches the requested tile with the server's key and no other parameters", async () => {
    requests = [];
    const { statusCode, headers, body } = await ctx.app.inject({ url: tile });
    expect([statusCode, headers["content-type"], body]).toEqual([200, "image/png", "picture"]);
    expect(headers["cache-control"]).toBe("public, max-age=86400");
    expect(requests).toEqual([
      "/vec_w/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=vec&STYLE=default&TILEMATRIXSET=w&FORMAT=tiles" +
        `&TILEMATRIX=8&TILEROW=97&TILECOL=202&tk=${key}`,
    ]);
  });

  test.each([
    "TILEMATRIX=19&TILEROW=1&TILECOL=1",
    "TILEMATRIX=8&TILEROW=../1&TILECOL=1",
    "TILEMATRIX=8&TILEROW=-1&TILECOL=1",
    "",
  ])("sends no request for %s", async (query) => {
    requests = [];
    const { statusCode } = await ctx.app.inject({ url: `/map/tianditu/vec_w/wmts?${query}` });
    expect([statusCode, requests]).toEqual([400, []]);
  });

  test.each([
    ["rejects the request", { status: 403, type: "application/json", body: `{"tk":"${key}"}` }],
    ["returns HTML", { status: 200, type: "text/html", body: key }],
  ])("returns 502 without the upstream body if Tianditu %s", async (_what, given) => {
    upstreamResponse = given;
    const { statusCode, body } = await ctx.app.inject({ url: tile });
    expect(statusCode).toBe(502);
    expect(JSON.parse(body)).toEqual({ state: -1, message: "天地图暂时无法读取", data: null });
  });

  test("returns 404 without a key", async () => {
    const without = await createTestPlatform();
    expect((await without.app.inject({ url: tile })).statusCode).toBe(404);
    await without.close();
  });
});
