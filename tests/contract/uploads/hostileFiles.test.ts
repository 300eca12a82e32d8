/** @module-tag full */

import { strToU8, zipSync } from "fflate";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { bankStatementCalls } from "../../../adapters/contract/bankStatement.ts";
import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import { flightFileCalls, type ImportJob } from "../../../adapters/contract/flightFile.ts";
import { invoiceCalls } from "../../../adapters/contract/invoice.ts";
import { logoCalls } from "../../../adapters/contract/logo.ts";
import { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import { importCalls } from "../../../adapters/contract/sheetImport.ts";
import { zoneEditCalls } from "../../../adapters/contract/zoneEdit.ts";
import { tasks } from "../../../server/db/schema/task.ts";
import { uploads } from "../../../server/db/schema/upload.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { writeKmlEntities, writeNestedJson } from "../../timed/hostileFiles.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";
import { followImports } from "../flight/followImports.ts";

const ctx = await createTestPlatform();
const company = await (await createDataFactory(ctx)).createCompany();
const { waitForEnd } = followImports(ctx);
afterAll(() => ctx.close());

const noise = (bytes: number) =>
  Uint8Array.from({ length: bytes }, (_, n) => (Math.imul(n + 1, 2_654_435_761) >>> 13) & 255);
const gpx = (points: string, head = "") =>
  `<?xml version="1.0"?>${head}<gpx><trk><trkseg>${points}</trkseg></trk></gpx>`;
const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#123" } })
  .png()
  .toBuffer();
/** A picture that says it is as large as the format permits. */
const hugePng = Buffer.from(png);
hugePng.writeUInt32BE(0x7fffffff, 16);
hugePng.writeUInt32BE(0x7fffffff, 20);
const passwd = '<!DOCTYPE g [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
const laughs = `<!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${"bcdefghij"[n]} "${`&${"abcdefghi"[n]};`.repeat(10)}">`).join("")}]>`;

type Content = string | Uint8Array;
interface Answer {
  readonly status: number;
  readonly body: { readonly state: number; readonly message: string; readonly data: unknown };
}

const toBlob = (content: Content) =>
  new Blob([typeof content === "string" ? content : Uint8Array.from(content)]);

let count = 0;
async function importRecording(content: Content, fileName: string): Promise<Answer> {
  const requestId = `hostile-file-${++count}`;
  const query = { companyId: company.id, droneSn: "HOSTILE-1", kind: "survey" as const, fileName, requestId };
  const file = toBlob(content);
  const { status, body } = await ctx.callAs("maintainer", flightFileCalls.flightImport, { query, file });
  if (body.state !== 0) return { status, body };
  const job: ImportJob = await waitForEnd((body.data as { id: string }).id);
  return { status, body: { state: job.status === "failed" ? -1 : 0, message: job.failReason, data: null } };
}

async function checkZones(content: Content, fileName: string): Promise<Answer> {
  const limits = { kind: "noFly", floor: 0, ceiling: 120, datum: "agl", width: 100 } as const;
  const body = { fileName, base64: Buffer.from(content).toString("base64"), ...limits };
  const { status, body: answer } = await ctx.callAs("admin", zoneEditCalls.zoneImportCheck, { body });
  const { zones, skipped } = (answer.data ?? { zones: [], skipped: [] }) as EndpointData<
    typeof zoneEditCalls.zoneImportCheck
  >;
  const reasons = skipped.map(({ reason }) => reason).join();
  // What it can be read without is left out with a reason, for the user to see before anything is stored.
  return zones.length === 0 && reasons !== ""
    ? { status, body: { state: -1, message: reasons, data: null } }
    : { status, body: answer };
}

const nothing = { "an empty file": "", zeros: new Uint8Array(100_000), noise: noise(20_000) };
const bomb = new Uint8Array(60_000_000);

/** What each upload is sent, by its name; a recording is read by its extension. */
const hostile: Readonly<
  Record<
    string,
    readonly [
      send: (content: Content, fileName: string) => Promise<Answer>,
      files: Readonly<Record<string, Content>>,
    ]
  >
> = {
  recording: [
    importRecording,
    {
      "zeros.gpx": nothing.zeros,
      "noise.tlog": nothing.noise,
      "noise.csv": nothing.noise,
      "billion laughs.gpx": gpx("&j;", laughs),
      "external entity.gpx": gpx("&x;", passwd),
      "nested.gpx": gpx("<trk>".repeat(20_000)),
      "__proto__.kml": "<kml><Document><__proto__><Placemark/></__proto__></Document></kml>",
      "__proto__.csv": "__proto__,constructor,toString\n1,2,3\n",
      "quotes.csv": '"'.repeat(200_000),
      "infinite numbers.gpx": gpx(
        '<trkpt lat="1e999" lon="NaN"><ele>-Infinity</ele><time>+275760-09-13T00:00:00Z</time></trkpt>',
      ),
      "bomb.kmz": zipSync({ "doc.kml": bomb }),
      "page.html": "<!doctype html><script>alert(1)</script>",
    },
  ],
  "zone file": [
    checkZones,
    {
      "noise.kmz": nothing.noise,
      "external entity.kml": `${passwd}<kml><Document>&x;</Document></kml>`,
      "nested.json": writeNestedJson(100_000),
      "entities.kml": writeKmlEntities(50_000),
      "__proto__.json":
        '{"__proto__":{"type":"FeatureCollection"},"type":"constructor","features":{"length":1e9}}',
      "outside.kmz": zipSync({ "../../../etc/passwd": strToU8("x") }),
      "cut.kmz": zipSync({ "doc.kml": strToU8("<kml/>") }).subarray(0, 60),
      "bomb.kmz": zipSync({ "doc.kml": bomb }),
    },
  ],
  sheet: [
    (content) =>
      ctx.callAs("admin", importCalls.importCheck, { params: { kind: "user" }, file: toBlob(content) }),
    { ...nothing, "a bomb": zipSync({ "[Content_Types].xml": strToU8("<x>"), "xl/workbook.xml": bomb }) },
  ],
  "bank statement": [
    (content) => ctx.callAs("finance", bankStatementCalls.bankStatementRead, { file: toBlob(content) }),
    { ...nothing, "one line": "1,".repeat(200_000), quotes: '"'.repeat(200_000) },
  ],
  picture: [
    (content) => ctx.callAs("admin", logoCalls.logoUpload, { file: toBlob(content) }),
    {
      ...nothing,
      "a cut picture": png.subarray(0, 40),
      "a picture of 2 billion pixels a side": hugePng,
      "a drawing with a script": '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    },
  ],
  "invoice file": [
    (content) => ctx.callAs("finance", invoiceCalls.invoiceFile, { file: toBlob(content) }),
    { ...nothing, "a page": "<!doctype html><br><script>alert(1)</script>" },
  ],
  voucher: [
    (content) => ctx.callAs("operator", orderPayCalls.orderPayVoucher, { file: toBlob(content) }),
    { ...nothing, "a PDF without an end": "%PDF-1.7\n<script>" },
  ],
};

test.each(Object.entries(hostile))(
  "Each hostile %s is refused in Chinese, and nothing is stored",
  async (_name, [send, files]) => {
    for (const [name, content] of Object.entries(files)) {
      const { status, body } = await send(content, name);
      expect([name, status < 500, body.state]).toEqual([name, true, -1]);
      expect(body.message, name).toMatch(/^[^a-z{[]*[\u4e00-\u9fff]/);
    }
    expect([await ctx.db.$count(uploads), await ctx.db.$count(tasks)]).toEqual([0, 0]);
  },
  300_000,
);
