import { expect, it } from "vitest";
import * as z from "zod/mini";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { toOutcome } from "../../server/http/toOutcome.ts";

const row = z.object({ id: z.string(), name: z.string(), parts: z.optional(z.array(z.number())) });
const endpoint: Endpoint = {
  host: "api",
  method: "POST",
  path: "/x/list",
  summary: "",
  access: "session",
  data: z.object({ total: z.number(), list: z.array(row) }),
};
const good = { id: "1", name: "甲" };

function answer(data: unknown) {
  const places: string[] = [];
  const outcome = toOutcome(endpoint, data, (_, issue) => places.push(issue.path.join(".")));
  return { data: outcome.data, places };
}

it("leaves out the rows that do not fit, and reports each", () => {
  const list = [good, { id: "2", name: Object }, { id: 3 }, { id: "4", name: "丁", parts: [1, "x"] }, good];
  expect(answer({ total: 5, list })).toEqual({
    data: { total: 5, list: [good, good] },
    places: ["list.1.name", "list.2.name", "list.3.parts.1"],
  });
});

it("throws where something else than an element of a list does not fit", () => {
  expect(() => answer({ total: "5", list: [good] })).toThrow("/x/list answered with data that does not fit");
});
