import { describe, expect, test } from "vitest";
import { completeConsoleConfig } from "../../adapters/contract/config.ts";
import { contract } from "../../adapters/contract/contract.ts";
import { type Endpoint, isExtension } from "../../adapters/contract/endpoint.ts";
import { createClient } from "../../adapters/http/client.ts";

/**
 * The acts of section 7 of the product specification, and what each is sent with on a platform of others, by hand. The
 * specification names the fields of the login and the password, and ids in paths; a path that has all it needs gets
 * nothing beside it.
 */
const acts: Readonly<Record<string, string>> = {
  "POST /user/login": "phoneNumber password captchaId captcha",
  "POST /logo/upload": "",
  "GET /checkPwdStatus/ignore": "",
  "PUT /user/sysAdmin/pwd/modify": "oldPassword newPassword confirmPassword",
  "DELETE /company/frozen/:id": "",
  "POST /company/account/create":
    "name shortName creditCode type level contact phone emergencyPhone regionId address lng lat channelCodeId managerId remark account",
  "PUT /company/account/update":
    "id name shortName creditCode type level contact phone emergencyPhone regionId address lng lat channelCodeId managerId remark",
  "POST /company/export":
    "sort columns keyword from to ids type level status regionId managerId channelCodeId expireWithin revealReason",
  "GET /sms/send/:phone/:type": "",
  "POST /sms/send/all": "type templateCode params content signature target expectedCount",
  "DELETE /sms/delete/:id": "",
  "PUT /logo/submit/:id": "url",
  "POST /logo/preview": "companyId url",
  "POST /account/accesskey/create": "companyId expiresAt",
  "POST /order/v3/create": "companyId type items discountFen payMethod contractNo contractUrl remark",
  "POST /order/v3/cancel": "id reason refundFen refundPayee refundBank refundAccount refundVoucherUrl",
  "POST /order/v3/financial/audit": "id pass remark payerVerified",
  "POST /order/v3/export":
    "sort columns keyword from to ids status type payMethod invoiceStatus channelCodeId companyId regionId mine minFen maxFen dateField",
  "PUT /order/v3/pay/updateBankName": "id bankName amountFen bankSerialNo payerName paidAt voucherUrl",
  "POST /invoice/order/apply": "id orderIds titleType title taxNo type email bankAccount address remark",
  "POST /invoice/rejected": "id reason",
  "POST /invoice/cancel": "id reason redLines",
  "POST /invoice/export": "sort columns keyword from to ids status type titleType companyId dateField",
  "PUT /invoice/update/invoiceNo": "id invoiceNo issueDate fileUrl",
  "PUT /invoice/update/remark": "id remark",
  "DELETE /serviceInfo/:id": "",
  "PUT /serviceInfo/modify": "id name code parentId kind unit priceFen taxRate taxCode description",
  "GET /serviceInfo/upShelf/:id": "",
  "GET /serviceInfo/soldOut/:id": "",
  "POST /goodsInfo/insertOrUpdate":
    "id status name code cover items months originPriceFen priceFen description",
  "DELETE /goodsInfo/delete/:id": "",
  "POST /channelCode/create": "name contact phone ratio expireAt remark code",
  "PUT /channelCode/update": "id status name contact phone ratio expireAt remark",
  "DELETE /channelCode/delete/:id": "",
  "PUT /management/changeCompany/userID/destCid/:userId/:destCid": "",
  "GET /device/createBoxMac": "",
  "GET /media/pull/:taskId/:mode": "",
  "POST /iapi/box/add": "name sn model firmware lng lat remark companyId mac",
  "POST /iapi/box/update": "id name sn model firmware lng lat remark companyId",
  "GET /iapi/plus/del/:id": "",
  "POST /iapi/plus/add": "name kind sn status boxId",
  "POST /iapi/plus/update": "id name kind sn status",
  "POST /hangar/add": "id status name sn model companyId lng lat altitude droneSn",
  "POST /vue-element-admin/user/logout": "",
};

const calls: readonly Endpoint[] = Object.values(contract);
const toName = ({ method, path }: Endpoint) => `${method} ${path}`;

test("each act of the contract that is not beyond the specification is in the table", () => {
  const specified = calls.filter(
    (endpoint) => endpoint.audit !== undefined && !isExtension(endpoint) && endpoint.access !== "signed",
  );
  expect(specified.map(toName).filter((name) => !(name in acts))).toEqual([]);
});

const shapeOf = (schema: unknown): readonly string[] => {
  const { shape = {} } = (schema ?? {}) as { readonly shape?: object };
  return Object.keys(shape);
};

/** Every field that the contract has in a part of a request. */
const fill = (schema: unknown) => Object.fromEntries(shapeOf(schema).map((name) => [name, "1"]));

describe("another platform is sent", () => {
  test.each(Object.entries(acts))("with %s: %s", async (name, fields) => {
    const endpoint = calls.find((one) => toName(one) === name);
    if (!endpoint) throw new Error("The contract has no such call");
    const sent: { url: string; init: RequestInit | undefined }[] = [];
    const client = createClient({
      config: () => completeConsoleConfig({ api: "http://platform.test" }),
      credentials: () => ({ token: "t", uToken: "u" }),
      fetch: (url, init) => {
        sent.push({ url: String(url), init });
        return Promise.resolve(Response.json({ state: 0, code: 20_000, message: "", data: null }));
      },
      onError: () => undefined,
    });
    const args = {
      params: fill(endpoint.params),
      query: fill(endpoint.query),
      ...(endpoint.body ? { body: fill(endpoint.body) } : {}),
      ...(endpoint.kind === "multipart" ? { file: new Blob(["x"]) } : {}),
    };
    await client.fetchEnvelope(endpoint, args as never);
    const [request] = sent;
    const body: unknown = request?.init?.body;
    const inBody = typeof body === "string" ? Object.keys(JSON.parse(body) as object) : [];
    const inQuery = [...new URL(request?.url ?? "").searchParams.keys()];
    expect([...inQuery, ...inBody].sort()).toEqual(fields.split(" ").filter(Boolean).sort());
  });
});
