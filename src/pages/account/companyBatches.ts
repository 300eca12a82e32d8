import { type CompanyRow, companyCalls, companyLevel } from "../../../adapters/contract/company.ts";
import { createRequestId } from "../../../adapters/http/createRequestId.ts";
import type { BatchAction } from "../../list/listDefinition.ts";

type Run = BatchAction<CompanyRow>["run"];

const freeze: Run = (client, { id, version }, reason, signal) =>
  client.call(
    companyCalls.companyFrozen,
    { params: { id }, query: { to: "frozen", version, reason, requestId: createRequestId() } },
    { signal },
  );

const unfreeze: Run = (client, { id, version }, _, signal) =>
  client.call(
    companyCalls.companyFrozen,
    { params: { id }, query: { to: "normal", version, requestId: createRequestId() } },
    { signal },
  );

const setManager: Run = (client, { id, version }, managerId, signal) =>
  client.call(
    companyCalls.companyUpdate,
    { body: { id, version, managerId, requestId: createRequestId() } },
    { signal },
  );

const setLevel: Run = (client, { id, version }, level, signal) =>
  client.call(
    companyCalls.companyUpdate,
    { body: { id, version, level: companyLevel.schema.parse(level), requestId: createRequestId() } },
    { signal },
  );

/** What the batch actions of the company list do with a row, by name. */
export const companyBatches = { freeze, unfreeze, setManager, setLevel } as const;
