import { expect, it } from "vitest";
import type { ChangedRights } from "../../adapters/contract/mayCall.ts";
import type { Role } from "../../adapters/contract/roles.ts";
import { getOfferedFilters } from "../../src/list/filters/getOfferedFilters.ts";
import type { Filter } from "../../src/list/listDefinition.ts";
import { channelChoices } from "../../src/list/pickers/channelChoices.ts";
import { companyChoices } from "../../src/list/pickers/companyChoices.ts";

const filters: readonly Filter[] = [
  { kind: "text", name: "keyword", label: "关键字" },
  { kind: "choice", name: "companyId", label: "企业", source: companyChoices },
  { kind: "choice", name: "channelCodeId", label: "渠道", source: channelChoices },
];
const offer = (roles: readonly Role[], changedRights?: ChangedRights) =>
  getOfferedFilters(filters, { user: { roles, changedRights }, config: { extensions: true } }).map(
    ({ label }) => label,
  );

it("does not offer to filter by a list that the role may not read", () => {
  expect(offer(["finance"])).toEqual(["关键字", "企业", "渠道"]);
  // Every role may choose a company, but only sales and finance see channels.
  expect(offer(["maintainer"])).toEqual(["关键字", "企业"]);
  expect(offer(["finance"], { given: [], taken: ["/channelCode/pageList"] })).toEqual(["关键字", "企业"]);
});
