import { describe, expect, test } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import { deviceCalls } from "../../adapters/contract/device.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { loginCalls } from "../../adapters/contract/session.ts";
import { templateCalls } from "../../adapters/contract/template.ts";
import { buildRequest, buildUrl } from "../../adapters/http/buildRequest.ts";
import { fourHostConfig } from "../helpers/createConsoleConfig.ts";

const hangarAdd: Endpoint = {
  host: "hangar",
  method: "POST",
  path: "/hangar/add",
  summary: "",
  access: ["admin"],
};
const session = { token: "stored-token", uToken: "user-token" };
const getHeaders = (endpoint: Endpoint, signedIn = true) =>
  new Headers(buildRequest(endpoint, { body: { a: 1 } }, signedIn ? session : null).headers);

describe("with four hosts configured", () => {
  test("most calls go to {host}/wms/api (R-061)", () => {
    expect(buildUrl(companyCalls.companyPageList, {}, fourHostConfig)).toBe(
      "https://api.example/wms/api/company/pageList",
    );
  });

  test("login goes to the main base, or to the proxy base where configured (R-062)", () => {
    expect(buildUrl(loginCalls.login, {}, fourHostConfig)).toBe("https://api.example/wms/api/user/login");
    const byProxy = { ...fourHostConfig, loginBase: "proxy" } as const;
    expect(buildUrl(loginCalls.login, {}, byProxy)).toBe("https://proxy.example/user/login");
  });

  test("device calls go to the second host under /iapi, with their query (R-063)", () => {
    const args = { query: { kind: "hangar", keyword: "云 1", companyId: undefined, uavClass: "" } };
    expect(buildUrl(deviceCalls.deviceList, args, fourHostConfig)).toBe(
      "https://device.example/iapi/device/list?kind=hangar&keyword=%E4%BA%91+1",
    );
  });

  test("a hangar is added at the third host (R-064)", () => {
    expect(buildUrl(hangarAdd, {}, fourHostConfig)).toBe("https://hangar.example/hangar/add");
  });
});

describe("headers", () => {
  test.each([companyCalls.companyPageList, templateCalls.templateUserInfo, hangarAdd])(
    "carry the stored token in two headers, and the user's token: $path (R-065, R-066, R-068)",
    (endpoint) => {
      const headers = getHeaders(endpoint);
      expect(headers.get("Authorization")).toBe("stored-token");
      expect(headers.get("X-Token")).toBe("stored-token");
      expect(headers.get("u-token")).toBe("user-token");
      expect(headers.has("u-platform")).toBe(false);
    },
  );

  test("of a login name the platform, and have no token (R-067, R-068)", () => {
    const headers = getHeaders(loginCalls.login, false);
    expect(headers.get("u-platform")).toBe("web");
    for (const name of ["Authorization", "X-Token", "u-token"]) expect(headers.has(name)).toBe(false);
  });

  test("declare a JSON body, and leave a file's content type to the browser (R-069)", () => {
    expect(getHeaders(companyCalls.companyPageList).get("Content-Type")).toBe("application/json");
    const upload: Endpoint = { ...hangarAdd, kind: "multipart" };
    const { body, headers } = buildRequest(upload, { file: new Blob(["x"]) }, session);
    expect(body).toBeInstanceOf(FormData);
    expect(new Headers(headers).has("Content-Type")).toBe(false);
  });
});
