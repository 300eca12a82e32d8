import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readSettings, variableNames } from "../../../server/settings/settings.ts";

const readErrors = (env: Record<string, string>) => {
  const read = readSettings(env);
  return "errors" in read ? read.errors : [];
};

describe("Settings", () => {
  test("without variables are those of a demo platform", () => {
    expect(readSettings({})).toMatchObject({
      settings: {
        port: 5180,
        host: "127.0.0.1",
        dataDir: "./data",
        production: false,
        sms: { plainText: true, priceFen: null },
      },
    });
  });

  test("treat an empty variable as absent", () => {
    expect(readSettings({ PORT: "", DATABASE_URL: "" })).toMatchObject({
      settings: { port: 5180, databaseUrl: undefined },
    });
  });

  test.each([
    ["PORT", "70000", "PORT must be a port number from 0 to 65535."],
    ["PORT", "http", "PORT must be a port number from 0 to 65535."],
    [
      "DATABASE_URL",
      "mysql://x",
      "DATABASE_URL must be an address like postgres://user:password@host:5432/name.",
    ],
    ["SMS_PRICE_FEN", "0", "SMS_PRICE_FEN must be a price in fen above 0 and up to 1000, such as 4.5."],
    ["METRICS_TOKEN", "short", "METRICS_TOKEN must be 16 to 200 letters, digits and signs without spaces."],
    ["SECRET_KEY", "short", "SECRET_KEY must be 64 hexadecimal characters."],
    [
      "SECOND_FACTOR_ROLES",
      "admin, display",
      "SECOND_FACTOR_ROLES must be none, or some of admin, operator, finance, maintainer, duty, separated by commas.",
    ],
    ["REPLAY", "flight.kml", "REPLAY must be the path of a .gpx, .csv or .tlog file."],
    [
      "API_HOST",
      "api.example.com",
      "API_HOST must be an address like https://api.example.com, without a slash at the end.",
    ],
    [
      "API_HOST",
      "https://api.example.com/",
      "API_HOST must be an address like https://api.example.com, without a slash at the end.",
    ],
    ["SOCKET_URL", "http://x", "SOCKET_URL must be an address that begins with ws:// or wss://."],
    [
      "ALLOWED_ORIGINS",
      "localhost",
      "ALLOWED_ORIGINS must be origins like https://console.example.com, separated by commas.",
    ],
    [
      "ALLOWED_ORIGINS",
      "https://a.example.com, *",
      "ALLOWED_ORIGINS must be origins like https://console.example.com, separated by commas.",
    ],
    [
      "TRUST_PROXY",
      "balancer",
      "TRUST_PROXY must be addresses or networks like 10.0.0.0/8, separated by commas.",
    ],
    [
      "TRUST_PROXY",
      "10.0.0.0/33",
      "TRUST_PROXY must be addresses or networks like 10.0.0.0/8, separated by commas.",
    ],
    [
      "TRUST_PROXY",
      "10.0.0.0/8/8",
      "TRUST_PROXY must be addresses or networks like 10.0.0.0/8, separated by commas.",
    ],
    ["ROLES_FROM", "nobody", "ROLES_FROM must be login or admin."],
    ["EXTENSIONS", "maybe", "EXTENSIONS must be true or false."],
  ])("refuse %s=%s with one line", (name, value, line) => {
    expect(readErrors({ [name]: value })).toEqual([line]);
  });

  test.each([
    ["mqtt://console:hunter2@broker", "with a password in it"],
    ["https://broker", "of another protocol"],
    ["broker:1883", "without a protocol"],
  ])("refuse a broker's address %s: %s", (MQTT_URL) => {
    expect(readErrors({ MQTT_URL })).toEqual([
      "MQTT_URL must be an address that begins with mqtt://, mqtts://, ws:// or wss://, without user name and password.",
    ]);
  });

  test.each([
    [
      { MQTT_PASSWORD: "hunter2" },
      "MQTT_URL must be set with MQTT_USERNAME, MQTT_PASSWORD, MQTT_CA or MQTT_CLIENT_ID.",
    ],
    [
      { MQTT_URL: "mqtt://broker", MQTT_PASSWORD: "hunter2" },
      "MQTT_USERNAME must be set with MQTT_PASSWORD.",
    ],
    [
      { MQTT_URL: "mqtt://broker", MQTT_CA: "/etc/ca.pem" },
      "MQTT_URL must begin with mqtts:// or wss:// with MQTT_CA.",
    ],
    [
      { MQTT_URL: "mqtt://broker", MQTT_CLIENT_ID: "two words" },
      "MQTT_CLIENT_ID must be 1 to 64 letters, digits and signs without spaces.",
    ],
  ])("refuse a broker by %o", (env, line) => {
    expect(readErrors(env)).toEqual([line]);
  });

  const shared = { DATABASE_URL: "postgres://db/console", SECRET_KEY: "5".repeat(64) };
  const several = { ...shared, NATS_URL: "nats://a:4222,tls://b:4222" };
  test.each([
    [{ ROLES: "live" }, "NATS_URL must be set with NATS_USERNAME, NATS_PASSWORD, ROLES or PROCESS_URL."],
    [
      { NATS_URL: "nats://a" },
      "DATABASE_URL must be set with NATS_URL: the embedded database has one process.",
    ],
    [{ ...several, ROLES: "live,queen" }, "ROLES must be some of edge, live, worker, separated by commas."],
    [
      { ...several, HOST: "0.0.0.0", NODE_ENV: "production" },
      "PROCESS_URL must be set with NATS_URL where HOST is every address: other processes need one of them.",
    ],
  ])("refuse several processes by %o", (env, line) => {
    expect(readErrors(env)).toEqual([line]);
  });

  test("let a process do everything beside others unless its roles are named", () => {
    expect(readSettings({ ...shared })).toMatchObject({ settings: { cluster: null } });
    expect(readSettings(several)).toMatchObject({
      settings: {
        cluster: { servers: ["nats://a:4222", "tls://b:4222"], roles: ["edge", "live", "worker"] },
      },
    });
    expect(readSettings({ ...several, ROLES: "edge" })).toMatchObject({
      settings: { cluster: { roles: ["edge"] } },
    });
  });

  test("have no broker unless one is named", () => {
    expect(readSettings({})).toMatchObject({ settings: { mqtt: null } });
    const env = {
      MQTT_URL: "wss://broker.example.com:8084/mqtt",
      MQTT_USERNAME: "console",
      MQTT_PASSWORD: "p w",
    };
    expect(readSettings({ ...env, MQTT_CA: "/etc/ca.pem" })).toMatchObject({
      settings: {
        mqtt: {
          url: env.MQTT_URL,
          username: "console",
          password: "p w",
          caFile: "/etc/ca.pem",
          clientId: undefined,
        },
      },
    });
  });

  test("accept several origins and networks", () => {
    expect(
      readSettings({
        ALLOWED_ORIGINS: "https://a.example.com, http://b:8080",
        TRUST_PROXY: "10.0.0.0/8,::1, 192.168.1.7",
      }),
    ).toMatchObject({
      settings: {
        allowedOrigins: ["https://a.example.com", "http://b:8080"],
        trustProxy: ["10.0.0.0/8", "::1", "192.168.1.7"],
      },
    });
  });

  test.each([
    [{}, []],
    [{ NODE_ENV: "production" }, ["admin"]],
    [{ NODE_ENV: "production", SECOND_FACTOR_ROLES: "none" }, []],
    [{ SECOND_FACTOR_ROLES: "duty, admin" }, ["admin", "duty"]],
  ])("with %j demand a second factor of %j", (env, secondFactorRoles) => {
    expect(readSettings(env)).toMatchObject({ settings: { secondFactorRoles } });
  });

  test("report all errors together, without values", () => {
    const errors = readErrors({ PORT: "x", SECRET_KEY: "hunter2", WATCH: "always" });
    expect(errors).toHaveLength(3);
    expect(errors.join()).not.toContain("hunter2");
  });

  test("require SECRET_KEY with DATABASE_URL", () => {
    const DATABASE_URL = "postgres://console@db/console";
    expect(readErrors({ DATABASE_URL })).toEqual([
      "SECRET_KEY must be set with DATABASE_URL: 64 hexadecimal characters, always the same with that database.",
    ]);
    expect(readErrors({ DATABASE_URL, SECRET_KEY: "a".repeat(64) })).toEqual([]);
  });

  test("match the table in docs/configuration.md", () => {
    const page = readFileSync(path.resolve(import.meta.dirname, "../../../docs/configuration.md"), "utf8");
    const listed = [...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual([...variableNames].toSorted());
  });

  test.each(["0.0.0.0", "::", "192.168.1.5", "console.example.com"])(
    "refuse demo accounts on %s, which is not loopback",
    (HOST) => {
      expect(readErrors({ HOST })).toEqual([
        "HOST must be 127.0.0.1, ::1 or localhost while there are demo accounts; set NODE_ENV=production to listen elsewhere.",
      ]);
      expect(readErrors({ HOST, NODE_ENV: "production" })).toEqual([]);
    },
  );

  test.each(["127.0.0.1", "::1", "localhost"])("accept demo accounts on %s", (HOST) => {
    expect(readErrors({ HOST })).toEqual([]);
  });
});
