import type { SearchHit, SearchKind } from "./search.ts";

/** How a record is shown among the hits, and the texts that rank it. */
export interface HitDescription {
  readonly title: string;
  readonly subtitle: string;
  /** Its name and numbers: equal to the text, or beginning with it, they put the record first. */
  readonly keys: readonly string[];
}

/** Fields that a hit is described by; phones are masked. */
export interface DescribedFields {
  readonly company: { readonly name: string; readonly shortName: string; readonly creditCode: string };
  readonly user: { readonly name: string; readonly companyName: string; readonly phoneNumber: string };
  readonly order: {
    readonly orderNo: string;
    readonly contractNo: string;
    readonly companyName: string;
    readonly goodsNames: string;
  };
  readonly payment: {
    readonly payNo: string;
    readonly bankSerialNo: string;
    readonly payerName: string;
    readonly orderNo: string;
  };
  readonly invoice: {
    readonly invoiceNo: string;
    readonly redInvoiceNos: readonly string[];
    readonly title: string;
    readonly taxNo: string;
    readonly companyName: string;
  };
  readonly task: {
    readonly taskNo: string;
    readonly name: string;
    readonly companyName: string;
    readonly droneSn: string;
  };
  readonly flight: {
    readonly flightNo: string;
    readonly name: string;
    readonly companyName: string;
    readonly droneSn: string;
  };
  readonly drone: {
    readonly name: string;
    readonly sn: string;
    readonly registrationNo: string;
    readonly companyName: string;
  };
  readonly box: {
    readonly name: string;
    readonly mac: string;
    readonly sn: string;
    readonly companyName: string;
  };
  readonly hangar: { readonly name: string; readonly sn: string; readonly companyName: string };
}

const join = (...parts: readonly string[]) => parts.filter((part) => part !== "").join(" · ");

/** Describes a record of each kind, from GraphQL and from REST alike. */
export const describeHit: { readonly [K in SearchKind]: (record: DescribedFields[K]) => HitDescription } = {
  company: ({ name, shortName, creditCode }) => ({
    title: name,
    subtitle: creditCode,
    keys: [name, shortName, creditCode],
  }),
  user: ({ name, companyName, phoneNumber }) => ({
    title: name,
    subtitle: join(companyName, phoneNumber),
    keys: [name],
  }),
  order: ({ orderNo, contractNo, companyName, goodsNames }) => ({
    title: orderNo,
    subtitle: join(companyName, goodsNames),
    keys: [orderNo, contractNo],
  }),
  payment: ({ payNo, bankSerialNo, payerName, orderNo }) => ({
    title: bankSerialNo || payNo,
    subtitle: join(payerName, orderNo),
    keys: [bankSerialNo, payNo],
  }),
  invoice: ({ invoiceNo, redInvoiceNos, title, taxNo, companyName }) => ({
    title: invoiceNo || title,
    subtitle: join(
      companyName,
      invoiceNo === "" || title === companyName ? "" : title,
      ...redInvoiceNos.filter(Boolean).map((redInvoiceNo) => `红票 ${redInvoiceNo}`),
    ),
    keys: [invoiceNo, ...redInvoiceNos, title, taxNo],
  }),
  task: ({ taskNo, name, companyName, droneSn }) => ({
    title: name,
    subtitle: join(taskNo, companyName, droneSn),
    keys: [taskNo, name, droneSn],
  }),
  flight: ({ flightNo, name, companyName, droneSn }) => ({
    title: flightNo,
    subtitle: join(name, companyName, droneSn),
    keys: [flightNo, name, droneSn],
  }),
  drone: ({ name, sn, registrationNo, companyName }) => ({
    title: name,
    subtitle: join(sn, companyName),
    keys: [name, sn, registrationNo],
  }),
  box: ({ name, mac, sn, companyName }) => ({
    title: name,
    subtitle: join(mac, companyName),
    keys: [name, mac, sn],
  }),
  hangar: ({ name, sn, companyName }) => ({
    title: name,
    subtitle: join(sn, companyName),
    keys: [name, sn],
  }),
};

const matchRanks: Readonly<Record<SearchHit["match"], number>> = { exact: 0, prefix: 1, other: 2 };

/** How well the text fits a record's name and numbers, regardless of case. */
export function getMatch(text: string, keys: readonly string[]): SearchHit["match"] {
  const wanted = text.toLowerCase();
  const present = keys.map((key) => key.toLowerCase());
  if (present.includes(wanted)) return "exact";
  return present.some((key) => key.startsWith(wanted)) ? "prefix" : "other";
}

/** Exact matches first, then those that begin with the text, then the others; the newest first among equals. */
export const rankHits = (hits: readonly SearchHit[]): SearchHit[] =>
  hits.toSorted(
    (a, b) =>
      matchRanks[a.match] - matchRanks[b.match] ||
      Date.parse(b.at) - Date.parse(a.at) ||
      compareIds(b.id, a.id),
  );

/** Ids have up to 19 digits, more than a number holds. */
const compareIds = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
