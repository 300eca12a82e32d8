import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { postTelemetry } from "../../../demo/device/postTelemetry.ts";
import { demoDevice } from "../../../server/modules/accessKey/demoKey.ts";
import { demoAccounts } from "../../browser/signIn.ts";
import { type ApiClient, loginClient } from "../../process/apiClient.ts";
import {
  writeHoledZones,
  writeKmlEntities,
  writeNestedJson,
  writeStackedZones,
} from "../../timed/hostileFiles.ts";
import type { Attack, Target } from "./observe.ts";

const maxErrorBytes = 64 * 1_024;

/** G2: one issue for each of many texts, each with a long path. */
async function login(url: string, texts: number): Promise<{ status: number; sent: number; bytes: number }> {
  const body = JSON.stringify({ ["k".repeat(200)]: Array.from({ length: texts }, () => "\u0000") });
  const response = await fetch(`${url}/wms/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "u-platform": "web" },
    body,
  });
  return { status: response.status, sent: body.length, bytes: (await response.arrayBuffer()).byteLength };
}

/** G3: the files of the report, and bodies that were answered 500. */
const zoneFiles: Readonly<Record<string, string>> = {
  "38 × 240 holes": writeHoledZones(38, 240),
  "228 in one place": writeStackedZones(228),
  "100,000 entities": writeKmlEntities(100_000),
  "nested 100,000 deep": writeNestedJson(100_000),
  "a name with toString": JSON.stringify({
    type: "FeatureCollection",
    features: [{ type: "Feature", properties: { name: { toString: 1 } }, geometry: null }],
  }),
  "an external entity":
    '<?xml version="1.0"?><!DOCTYPE k [<!ENTITY x SYSTEM "file:///etc/passwd">]><kml><Document>&x;</Document></kml>',
  "an element __proto__": "<kml><Document><__proto__><Placemark/></__proto__></Document></kml>",
};

const checkZones = (admin: ApiClient, fileName: string, text: string) =>
  admin.call("POST", "/x/zone/import/check", {
    fileName,
    text,
    kind: "noFly",
    floor: 0,
    ceiling: 120,
    datum: "agl",
    width: 100,
  });

/** G6: logs in again where a session may search no more. */
async function searchPhones({ server }: Target): Promise<{ answered: number; logins: number }> {
  let answered = 0;
  const logins = 5;
  for (let turn = 0; turn < logins; turn += 1) {
    const finance = await loginClient(server.url, demoAccounts.finance);
    for (let n = 0; n < 40; n += 1) {
      const keyword = `1${String(3_000_000_000 + turn * 40 + n)}`;
      const { status } = await finance.call("POST", "/user/pageList", { pageNo: 1, pageSize: 1, keyword });
      if (status === 429) break;
      answered += 1;
    }
  }
  return { answered, logins };
}

const keyList = z.array(z.object({ id: z.string(), accessKey: z.string() }));

/** G5: takes the demo device's key back and sends with it. */
async function revokeKey({ server, admin, companyId }: Target) {
  const sample = {
    droneSn: demoDevice.droneSn,
    seq: 1,
    tSrc: Date.now(),
    lat: 399_200_000,
    lon: 1_054_600_000,
  };
  const send = () => postTelemetry({ ...demoDevice, url: server.url }, [sample]);
  const before = await send();
  const { data } = await admin.call("GET", `/x/accesskey/list/${companyId}`);
  const id = keyList.parse(data).find(({ accessKey }) => accessKey === demoDevice.accessKey)?.id;
  const revoked = await admin.call("POST", "/x/accesskey/revoke", {
    id,
    reason: "泄露",
    requestId: randomUUID(),
  });
  const after = await send();
  return {
    before: before.kind,
    revoked: revoked.status,
    after: after.kind === "wrong" ? after.text : after.kind,
  };
}

export const loginBodies: Attack = {
  name: "G2 login bodies with thousands of wrong texts, without a session",
  before: "544 kB answered with 243 MB, 13 s of standstill, +946 MB",
  run: async ({ server }) => {
    const answers = [await login(server.url, 6_000)];
    answers.push(...(await Promise.all([1, 2, 3, 4].map(() => login(server.url, 90_000)))));
    const most = Math.max(...answers.map(({ bytes }) => bytes));
    return {
      after: answers.map(({ sent, status, bytes }) => `${sent} B: ${status}, ${bytes} B`).join("; "),
      isRefused: most <= maxErrorBytes,
    };
  },
};

export const hostileZones: Attack = {
  name: "G3 hostile zone files",
  before: "everybody waited 45 s; five bodies were answered 500",
  run: async ({ admin }) => {
    const answers: string[] = [];
    for (const [name, text] of Object.entries(zoneFiles)) {
      const fileName = text.startsWith("<") ? "a.kml" : "a.json";
      answers.push(`${name}: ${(await checkZones(admin, fileName, text)).status}`);
    }
    return { after: answers.join("; "), isRefused: !answers.some((answer) => answer.endsWith("500")) };
  },
};

export const leakedKey: Attack = {
  name: "G5 a leaked access key is taken back",
  before: "impossible",
  run: async (target) => {
    const { before, revoked, after } = await revokeKey(target);
    return {
      after: `before ${before}, revoking ${revoked}, afterwards ${after}`,
      isRefused: revoked === 200 && after.startsWith("401"),
    };
  },
};

export const phoneSearches: Attack = {
  name: "G6 a masked phone is searched for over new logins",
  before: "found after 4,841 searches and 162 logins",
  run: async (target) => {
    const { answered, logins } = await searchPhones(target);
    return { after: `${answered} searches answered over ${logins} logins`, isRefused: answered <= 30 };
  },
};

export const inventedKeys: Attack = {
  name: "G14c 1,000 invented access keys",
  before: "pushed every real failure off 设备接入",
  run: async ({ server, admin }) => {
    const sample = { droneSn: "X", seq: 1, tSrc: Date.now() };
    const guessed = { accessKey: demoDevice.accessKey, secret: "guessed", url: server.url };
    await postTelemetry(guessed, [sample]);
    for (let n = 0; n < 1_000; n += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          postTelemetry({ accessKey: `AKINVENTED${n + i}`, secret: "x", url: server.url }, [sample]),
        ),
      );
    const { status, data } = await admin.call("GET", "/x/ingest/status");
    const isShown = JSON.stringify(data).includes(demoDevice.accessKey);
    return {
      after: `${status}, the real key's failure ${isShown ? "stands" : "is gone"}`,
      isRefused: isShown,
    };
  },
};

export const publicPages: Attack = {
  name: "G14a /metrics and /docs through a proxy on the same machine",
  before: "public where the proxy names nobody",
  run: async ({ server }) => {
    const headers = { "x-forwarded-for": "203.0.113.9" };
    const statuses = await Promise.all(
      ["/metrics", "/docs", "/openapi.json"].map(
        async (path) => (await fetch(server.url + path, { headers, redirect: "manual" })).status,
      ),
    );
    return { after: statuses.join(", "), isRefused: statuses.every((status) => status >= 400) };
  },
};
