import type { Faker } from "@faker-js/faker";
import { createRegionRows } from "./region/createRegionRows.ts";

export interface SeedPlace {
  readonly regionId: string;
  readonly regionName: string;
  /** The city's or municipality's name, or the county's where none stands above it. */
  readonly city: string;
  readonly county: string;
  readonly center: readonly [number, number];
}

/** Counties all over the mainland, province by province in turn, so that few companies already spread wide. */
export function seedPlaces(faker: Faker): () => SeedPlace {
  const rows = createRegionRows();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const provinces = rows.filter(
    ({ level, hasChildren, id }) => level === "province" && hasChildren && id < "7",
  );
  const counties = rows.filter((row) => !row.hasChildren && row.lng && row.lat && row.id < "7");
  const countiesByProvince = faker.helpers
    .shuffle(provinces)
    .map(({ id }) => counties.filter((row) => row.id.startsWith(id.slice(0, 2))));
  let turn = 0;
  return () => {
    const row = faker.helpers.arrayElement(
      countiesByProvince[turn++ % countiesByProvince.length] ?? counties,
    );
    const parent = byId.get(row.parentId ?? "");
    return {
      regionId: row.id,
      regionName: row.fullName,
      city: parent?.name.endsWith("市") || parent?.level === "city" ? parent.name : row.name,
      county: row.name,
      center: [row.lng ?? 0, row.lat ?? 0],
    };
  };
}
