import { computeCheckCharacter } from "../../adapters/contract/creditCodeCheck.ts";
import { isObject } from "./json.ts";
import { createOwnNames, type OwnNames, withRequestId } from "./ownRecords.ts";
import type { PlatformClient } from "./platformClient.ts";
import type { CallName } from "./readSteps.ts";
import type { Records } from "./records.ts";
import type { Result } from "./report.ts";
import { findInList } from "./runOwnRecord.ts";
import { sendCall } from "./sendStep.ts";

interface Made {
  readonly id: string;
  readonly version: unknown;
}

/** Sends a call; what it made, if its answer names that. */
type Act = (call: CallName, args: object) => Promise<Made | undefined>;

/**
 * Makes records that the specification cannot delete: a company with its owner, logo and key, a box, a hangar, an order
 * and an application for its invoice. The last two are withdrawn, and the company frozen.
 * @param logoUrl address of the uploaded picture
 */
export async function runLastingActs(
  client: PlatformClient,
  records: Records,
  stamp: string,
  logoUrl: string,
  add: (result: Result) => void,
): Promise<void> {
  const act: Act = async (call, args) => {
    const { result, data } = await sendCall(client, call, args);
    add(result);
    return isObject(data) && typeof data["id"] === "string" && data["id"] !== ""
      ? { id: data["id"], version: data["version"] }
      : undefined;
  };
  const names = createOwnNames(stamp);
  // A platform may not say what it has made: the list then does.
  const body = { pageNo: 1, pageSize: 10, keyword: names.name };
  const inList = { name: names.name, list: { call: "companyPageList" as const, args: { body } } };
  const company = (await createCompany(act, records, names)) ?? (await findInList(client, inList));
  if (!company) return;
  try {
    await fillCompany(client, act, records, { names, company, logoUrl });
  } finally {
    const query = { to: "frozen", reason: names.note };
    await act("companyFrozen", { params: { id: company.id }, query });
  }
}

async function fillCompany(
  client: PlatformClient,
  act: Act,
  records: Records,
  { names, company, logoUrl }: { readonly names: OwnNames; readonly company: Made; readonly logoUrl: string },
): Promise<void> {
  const companyId = company.id;
  await act("companyUpdate", {
    body: { ...company, remark: names.note, ...withRequestId() },
  });
  await act("logoPreview", { body: { companyId, url: logoUrl } });
  await act("logoSubmit", { params: { id: companyId }, body: { url: logoUrl, ...withRequestId() } });
  await act("accessKeyCreate", { body: { companyId } });
  const place = { lng: 105.46, lat: 39.92 };
  const hangar = {
    name: names.name,
    sn: `H${names.stamp}`,
    model: names.note,
    companyId,
    ...place,
    altitude: 1_000,
  };
  await act("hangarAdd", { body: { ...hangar, ...withRequestId() } });
  await createBox(client, act, names);
  await createOrder(act, records, companyId, names);
}

function createCompany(
  act: Act,
  records: Records,
  { name, note, stamp }: OwnNames,
): Promise<Made | undefined> {
  const first17 = `91330106MA${stamp
    .padStart(7, "0")
    .slice(-7)
    .replaceAll(/[IOSVZ]/g, "0")}`;
  const phone = `139${String(Date.now()).slice(-8)}`;
  return act("companyCreate", {
    body: {
      name,
      shortName: note,
      creditCode: first17 + computeCheckCharacter(first17),
      type: "enterprise",
      level: "D",
      contact: note,
      phone,
      regionId: "330106",
      address: note,
      managerId: records.firstId("sysAdminList"),
      account: { name: note, phoneNumber: phone },
      ...withRequestId(),
    },
  });
}

async function createBox(client: PlatformClient, act: Act, { name, note, stamp }: OwnNames): Promise<void> {
  const { data } = await sendCall(client, "createBoxMac", {});
  const mac = isObject(data) ? data["mac"] : undefined;
  const box = await act("boxAdd", { body: { name, mac, sn: `B${stamp}`, model: note, ...withRequestId() } });
  if (box) await act("boxUpdate", { body: { ...box, remark: note, ...withRequestId() } });
}

async function createOrder(
  act: Act,
  records: Records,
  companyId: string,
  { name, note, stamp }: OwnNames,
): Promise<void> {
  const goodsId = records.firstId("goodsPageList");
  if (goodsId === undefined) return;
  const items = [{ goodsId, quantity: 1, months: 12 }];
  const order = await act("orderCreate", {
    body: { companyId, type: "new", items, contractNo: `HT${stamp}`, remark: note, ...withRequestId() },
  });
  if (!order) return;
  const buyer = { titleType: "person", title: name, type: "normal", email: "nobody@example.com" };
  const invoice = await act("invoiceApply", { body: { orderIds: [order.id], ...buyer, ...withRequestId() } });
  if (invoice) {
    const noted = await act("invoiceUpdateRemark", {
      body: { ...invoice, remark: note, ...withRequestId() },
    });
    await act("invoiceCancel", { body: { ...(noted ?? invoice), reason: note, ...withRequestId() } });
  }
  await act("orderCancel", { body: { ...order, reason: note, ...withRequestId() } });
}
