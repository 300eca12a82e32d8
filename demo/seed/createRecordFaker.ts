import { Faker } from "@faker-js/faker";

export type RecordFaker = (...numbers: readonly number[]) => Faker;

/**
 * Returns a function that gives a record its own random values, drawn from its number or numbers: what is drawn for
 * one record never shifts those of another. A call ends the values of the call before.
 * @param series unlike that of other kinds of records
 */
export function createRecordFaker({ rawDefinitions }: Faker, series: number): RecordFaker {
  const own = new Faker({ locale: rawDefinitions });
  return (...numbers) => {
    own.seed([series, ...numbers]);
    return own;
  };
}
