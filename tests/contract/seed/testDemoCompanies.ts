import { describe, expect, test } from "vitest";
import { isCreditCode } from "../../../adapters/contract/creditCodeCheck.ts";
import { verifyPassword } from "../../../server/auth/passwordHash.ts";
import { channelCodes } from "../../../server/db/schema/channelCode.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { regions } from "../../../server/db/schema/region.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { users } from "../../../server/db/schema/user.ts";
import type { SeededMoment } from "./seedMoment.ts";

export const testDemoCompanies = (get: () => SeededMoment) =>
  describe("the demo companies", () => {
    const getCompanies = () => get().db.select().from(companies).orderBy(companies.id);

    test("has 60 companies all over China, 400 users, 25 channels and 17 staff members", async () => {
      const allCompanies = await getCompanies();
      expect(allCompanies).toHaveLength(60);
      expect(new Set(allCompanies.map(({ regionId }) => regionId.slice(0, 2))).size).toBe(31);
      expect(await get().db.$count(users)).toBe(400);
      expect(await get().db.$count(channelCodes)).toBe(25);
      expect(await get().db.$count(staff)).toBe(17);
    });

    test("has valid credit codes with the company's region", async () => {
      for (const { creditCode, regionId } of await getCompanies()) {
        expect(isCreditCode(creditCode)).toBe(true);
        expect(creditCode.slice(2, 8)).toBe(regionId);
      }
    });

    test("has positions near the county and times within 18 months", async () => {
      const places = new Map((await get().db.select().from(regions)).map((region) => [region.id, region]));
      for (const { regionId, regionName, lng, lat, createdAt, updatedAt } of await getCompanies()) {
        const place = places.get(regionId);
        expect(regionName).toBe(place?.fullName);
        expect(Math.abs((lng ?? 0) - (place?.lng ?? 0))).toBeLessThan(0.03);
        expect(Math.abs((lat ?? 0) - (place?.lat ?? 0))).toBeLessThan(0.03);
        expect(get().now.getTime() - createdAt.getTime()).toBeLessThan(550 * 86_400_000);
        expect(updatedAt.getTime()).toBeGreaterThanOrEqual(createdAt.getTime());
        expect(updatedAt.getTime()).toBeLessThanOrEqual(get().now.getTime());
      }
    });

    test("has consistent counts of users and companies", async () => {
      const allCompanies = await getCompanies();
      const people = await get().db.select().from(users);
      for (const { id, userCount, accountUserId, accountPhone } of allCompanies) {
        const own = people.filter(({ companyId }) => companyId === id);
        expect(own).toHaveLength(userCount);
        expect(own.filter(({ role }) => role === "owner")).toMatchObject([
          { id: accountUserId, phoneNumber: accountPhone },
        ]);
      }
      for (const { id, companyCount } of await get().db.select().from(channelCodes))
        expect(allCompanies.filter(({ channelCodeId }) => channelCodeId === id)).toHaveLength(companyCount);
    });

    test("has every status, type, level and kind of expiry, and a name of 60 characters", async () => {
      const allCompanies = await getCompanies();
      const kinds = (name: "status" | "type" | "level") =>
        new Set(allCompanies.map((company) => company[name])).size;
      expect([kinds("status"), kinds("type"), kinds("level")]).toEqual([2, 4, 4]);
      const ends = allCompanies.map(({ expireAt }) =>
        expireAt ? (expireAt.getTime() - get().now.getTime()) / 86_400_000 : null,
      );
      for (const some of [
        ends.filter((days) => days === null),
        ends.filter((days) => days !== null && days < 0),
        ends.filter((days) => days !== null && days >= 0 && days <= 7),
        ends.filter((days) => days !== null && days > 30),
      ])
        expect(some.length).toBeGreaterThan(1);
      expect(Math.max(...allCompanies.map(({ name }) => name.length))).toBe(60);
    });

    test("has valid, distinct mobile numbers", async () => {
      const phones = (await get().db.select().from(users)).map(({ phoneNumber }) => phoneNumber);
      for (const phone of phones) expect(phone).toMatch(/^1[3-9]\d{9}$/);
      expect(new Set(phones).size).toBe(400);
    });

    test("has five demo accounts, the admin's with an initial password", async () => {
      const people = await get().db.select().from(staff).orderBy(staff.phoneNumber);
      const demo = people.filter(({ phoneNumber }) => phoneNumber.startsWith("138000000"));
      expect(demo.map(({ roles, mustChange }) => [roles, mustChange])).toEqual([
        [["admin"], true],
        [["operator"], false],
        [["finance"], false],
        [["maintainer"], false],
        [["duty"], false],
      ]);
      // MD5 of Aerial@2026
      for (const { passwordHash } of demo)
        expect(await verifyPassword(passwordHash, "9d93f7f59222ab35dd7fea7fb569278a")).toBe(true);
    });
  });
