import type { Faker } from "@faker-js/faker";
import { computeCheckCharacter } from "../../adapters/contract/creditCode.ts";

const alphabet = "0123456789ABCDEFGHJKLMNPQRTUWXY";
const organisationAlphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const organisationWeights = [3, 7, 9, 10, 5, 8, 4, 2];

/** Check character of the 8 characters of an organisation code (GB 11714-1997). */
function getOrganisationCheck(first8: string): string {
  const sum = [...first8].reduce(
    (total, character, at) =>
      total + organisationAlphabet.indexOf(character) * (organisationWeights[at] ?? 0),
    0,
  );
  const check = 11 - (sum % 11);
  return check === 10 ? "X" : check === 11 ? "0" : String(check);
}

/** Registering authority and kind, the first two characters: market regulation for firms and sole traders. */
const typePrefixes = { enterprise: "91", individual: "92", government: "11", institution: "12" } as const;

/** A unified social credit code (GB 32100-2015) of the region, both of its check characters right. */
export function seedCreditCode(faker: Faker, type: keyof typeof typePrefixes, regionId: string): string {
  const random = Array.from({ length: 6 }, () => faker.helpers.arrayElement([...alphabet])).join("");
  const organisation = `MA${random}`;
  const first17 = `${typePrefixes[type]}${regionId}${organisation}${getOrganisationCheck(organisation)}`;
  return first17 + computeCheckCharacter(first17);
}
