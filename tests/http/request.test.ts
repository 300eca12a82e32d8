import { describe, expect, test } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import { deviceCalls } from "../../adapters/contract/device.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { signInCalls } from "../../adapters/contract/session.ts";
import { templateCalls } from "../../adapters/contract/template.ts";
import { addressOf, requestOf } from "../../adapters/http/request.ts";
import { fourHosts } from "../consoleConfig.ts";

const hangarAdd: Endpoint = {
  host: "hangar",
  method: "POST",
  path: "/hangar/add",
  summary: "",
  access: ["admin"],
};
const session = { token: "stored-token", uToken: "user-token" };
const headersOf = (endpoint: Endpoint, signedIn = true) =>
  new Headers(requestOf(endpoint, { body: { a: 1 } }, signedIn ? session : null).headers);

describe("with four hosts configured", () => {
  test("most calls go to {host}/wms/api (R-061)", () => {
    expect(addressOf(companyCalls.companyPageList, {}, fourHosts)).toBe(
      "https://api.example/wms/api/company/pageList",
    );
  });

  test("login goes to the main base, or to the proxy base where configured (R-062)", () => {
    expect(addressOf(signInCalls.login, {}, fourHosts)).toBe("https://api.example/wms/api/user/login");
    const byProxy = { ...fourHosts, loginBase: "proxy" } as const;
    expect(addressOf(signInCalls.login, {}, byProxy)).toBe("https://proxy.example/user/login");
  });

  test("device calls go to the second host under /iapi, with their query (R-063)", () => {
    const args = { query: { kind: "hangar", keyword: "云 1", companyId: undefined } };
    expect(addressOf(deviceCalls.deviceList, args, fourHosts)).toBe(
      "https://device.example/iapi/device/list?kind=hangar&keyword=%E4%BA%91+1",
    );
  });

  test("a hangar is added at the third host (R-064)", () => {
    expect(addressOf(hangarAdd, {}, fourHosts)).toBe("https://hangar.example/hangar/add");
  });
});

describe("headers", () => {
  test.each([companyCalls.companyPageList, templateCalls.templateUserInfo, hangarAdd])(
    "carry the stored token twice and the user's own, on either client: $path (R-065, R-066, R-068)",
    (endpoint) => {
      const headers = headersOf(endpoint);
      expect(headers.get("Authorization")).toBe("stored-token");
      expect(headers.get("X-Token")).toBe("stored-token");
      expect(headers.get("u-token")).toBe("user-token");
      expect(headers.has("u-platform")).toBe(false);
    },
  );

  test("of a login name the platform, and no token where there is none (R-067, R-068)", () => {
    const headers = headersOf(signInCalls.login, false);
    expect(headers.get("u-platform")).toBe("web");
    for (const name of ["Authorization", "X-Token", "u-token"]) expect(headers.has(name)).toBe(false);
  });

  test("say that a body is JSON, and leave a file's to the browser (R-069)", () => {
    expect(headersOf(companyCalls.companyPageList).get("Content-Type")).toBe("application/json");
    const upload: Endpoint = { ...hangarAdd, kind: "multipart" };
    const { body, headers } = requestOf(upload, { file: new Blob(["x"]) }, session);
    expect(body).toBeInstanceOf(FormData);
    expect(new Headers(headers).has("Content-Type")).toBe(false);
  });
});
