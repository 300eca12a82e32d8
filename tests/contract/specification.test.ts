import { afterAll, describe, expect, test } from "vitest";
import { contract } from "../../adapters/contract/contract.ts";
import type { Endpoint, Host } from "../../adapters/contract/endpoint.ts";
import { buildUrl } from "../../adapters/http/buildRequest.ts";
import { fourHostConfig } from "../helpers/createConsoleConfig.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { implementedCalls, matchesCall, plannedCalls } from "../spec/specifiedCalls.ts";

const bases: Readonly<Record<Host, string>> = {
  api: "https://api.example/wms/api",
  proxy: "https://proxy.example",
  device: "https://device.example",
  hangar: "https://hangar.example",
  graphql: "https://graphql.example",
};

const endpoints = Object.values<Endpoint>(contract);

const ctx = await createTestPlatform();
afterAll(() => ctx.close());

describe("the specification's calls", () => {
  test("are 80, each listed once", () => {
    const rows = [...implementedCalls.map(({ row }) => row), ...plannedCalls.map(({ later }) => later)];
    const numbered = Array.from({ length: 80 }, (_, index) => `R-${String(70 + index).padStart(3, "0")}`);
    expect(rows.sort()).toEqual(numbered);
  });

  test.each(implementedCalls)(
    "$call is in the contract at its host, and on the server",
    async (specified) => {
      const [endpoint] = endpoints.filter(matchesCall(specified));
      if (!endpoint) throw new Error(`The contract has no ${specified.call} on ${specified.host}`);
      const [method, path = ""] = specified.call.split(" ");
      const params = Object.fromEntries(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""], n) => [name, `${n + 1}`]),
      );
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
      expect(buildUrl(endpoint, { params }, fourHostConfig)).toBe(`${bases[specified.host]}${filled}`);
      // Without a session it is refused or public; an unknown path is a 404.
      const { pathname } = new URL(`${bases[specified.host]}${filled}`);
      const { statusCode } = await ctx.app.inject({ method: method as Endpoint["method"], url: pathname });
      expect([200, 400, 401]).toContain(statusCode);
    },
  );

  test("differ from unknown paths", async () => {
    expect((await ctx.app.inject({ method: "GET", url: "/wms/api/company/none" })).statusCode).toBe(404);
    expect((await ctx.app.inject({ method: "POST", url: "/iapi/none" })).statusCode).toBe(404);
  });

  //
  test("include only two calls of the template (R-255 to R-257)", async () => {
    const templatePaths = endpoints
      .filter(({ host }) => host === "proxy")
      .map(({ method, path }) => `${method} ${path}`);
    expect(templatePaths.sort()).toEqual(["GET /user/info", "POST /vue-element-admin/user/logout"]);
    for (const path of ["article/list", "article/detail", "routes", "roles"])
      for (const base of ["", "/wms/api", "/vue-element-admin", "/wms/api/vue-element-admin"]) {
        expect(endpoints.filter((endpoint) => endpoint.path.endsWith(`/${path}`))).toEqual([]);
        // A 404 in JSON: the path is no call. Without JSON it would be the console's page.
        const { statusCode, headers } = await ctx.app.inject({ method: "POST", url: `${base}/${path}` });
        expect([statusCode, headers["content-type"]]).toEqual([404, "application/json; charset=utf-8"]);
      }
  });

  test.each(plannedCalls)("$call is planned with issue $issue", async (specified) => {
    expect(endpoints.filter(matchesCall(specified))).toEqual([]);
  });
});
