import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { notificationKind } from "../../adapters/contract/notification.ts";
import { importKind } from "../../adapters/contract/sheetImport.ts";
import { getNotificationAddress } from "../../src/app/notifications/notificationAddress.ts";

const pagePaths = globSync("src/pages/**/*.page.tsx").flatMap(
  (file) => /^ {2}path: "([^"]+)"/m.exec(readFileSync(file, "utf8"))?.[1] ?? [],
);

test("Every notification leads to a page, but for those about one's own account", () => {
  expect(pagePaths.length).toBeGreaterThan(20);
  const told = [
    ...notificationKind.options.map(({ value }) => ({ kind: value, importKind: null })),
    ...importKind.options.map(({ value }) => ({ kind: "importReady", importKind: value })),
  ];
  const withoutPage = told.filter((one) => {
    // Cast: the values of both dictionaries.
    const address = getNotificationAddress({ ...one, recordId: "17" } as never);
    return address === null || !pagePaths.includes(new URL(address, "http://console").pathname);
  });
  expect(withoutPage.map(({ kind }) => kind)).toEqual([
    "importReady",
    "importFailed",
    "signedInElsewhere",
    "secondFactorReset",
  ]);
});

test.each([
  ["company", "/account/accountList"],
  ["user", "/account/userList"],
  ["box", "/operate/boxPage"],
  ["drone", "/deviceAccess?tab=drones"],
  ["hangar", "/operate/airport"],
] as const)("An import of the kind %s leads to %s", (kind, path) => {
  const row = { kind: "importReady", recordId: "17", importKind: kind } as const;
  expect(getNotificationAddress(row)).toBe(path);
});
