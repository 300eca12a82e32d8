import type { Faker } from "@faker-js/faker";

/** Mobile prefixes in use; the demo accounts' 138 is left out. */
const prefixes = [
  "130",
  "131",
  "132",
  "133",
  "134",
  "135",
  "136",
  "137",
  "139",
  "147",
  "150",
  "151",
  "152",
  "153",
  "155",
  "156",
  "157",
  "158",
  "159",
  "166",
  "170",
  "171",
  "173",
  "175",
  "176",
  "177",
  "178",
  "180",
  "181",
  "182",
  "183",
  "185",
  "186",
  "187",
  "188",
  "189",
  "191",
  "193",
  "195",
  "196",
  "197",
  "198",
  "199",
];

/** A mainland mobile number of valid form. */
export const seedPhone = (faker: Faker) =>
  faker.helpers.arrayElement(prefixes) + faker.string.numeric({ length: 8 });

/** Wraps a generator so that no value is returned twice. */
export function createUnique<T>(create: () => T): () => T {
  const used = new Set<T>();
  return () => {
    let value = create();
    while (used.has(value)) value = create();
    used.add(value);
    return value;
  };
}
