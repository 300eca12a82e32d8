import { countSmsParts } from "../../adapters/contract/countSmsParts.ts";
import { buildSmsContent, renderTemplate } from "../../adapters/contract/smsText.ts";
import type { SmsRecord, smsMessages } from "../../server/db/schema/sms.ts";
import type { smsBatches } from "../../server/db/schema/smsBatch.ts";
import type { smsDeclines } from "../../server/db/schema/smsDecline.ts";
import { buildSearchText } from "../../server/records/searchText.ts";
import { startOfShanghaiDay } from "../../server/records/shanghaiDay.ts";
import { type SmsTemplateRow, smsTemplateRows } from "../../server/reference/smsTemplateRows.ts";
import { codePlaceholder } from "../../server/sms/verificationCode.ts";
import type { SeedContext } from "./seedCompanies.ts";

/** A past bulk SMS: its template with parameters, and its share of all messages in percent. */
interface BulkSmsSeed {
  readonly template: string;
  readonly params: Readonly<Record<string, string>>;
  readonly daysAgo: number;
  /** Hour of the day in Shanghai. */
  readonly hour: number;
  readonly percent: number;
}

const createBulkSmsSeed = (
  template: string,
  daysAgo: number,
  hour: number,
  percent: number,
  params: BulkSmsSeed["params"] = {},
): BulkSmsSeed => ({ template, params, daysAgo, hour, percent });

/** Past bulk SMS, newest first. */
const bulkSmsSeeds: readonly BulkSmsSeed[] = [
  createBulkSmsSeed("NOTICE_WEATHER", 2, 7, 3, { region: "华东沿海" }),
  createBulkSmsSeed("MARKETING_OFFER", 6, 10, 5, { discount: "八五", until: "本月底" }),
  createBulkSmsSeed("NOTICE_MAINTENANCE", 12, 15, 6, { time: "周日 00:00 至 04:00" }),
  createBulkSmsSeed("MARKETING_NEW", 25, 9, 4),
  createBulkSmsSeed("NOTICE_WEATHER", 41, 6, 3, { region: "珠三角" }),
  createBulkSmsSeed("NOTICE_MAINTENANCE", 66, 16, 5, { time: "周六 23:00 至次日 02:00" }),
  createBulkSmsSeed("MARKETING_OFFER", 90, 11, 4, { discount: "九", until: "季度末" }),
  createBulkSmsSeed("NOTICE_WEATHER", 118, 7, 2, { region: "京津冀" }),
  createBulkSmsSeed("MARKETING_NEW", 160, 14, 4),
  createBulkSmsSeed("NOTICE_MAINTENANCE", 201, 10, 5, { time: "周日 01:00 至 05:00" }),
];

type MessageInsert = typeof smsMessages.$inferInsert;

/** The rows of seeded messages. */
interface SmsRows {
  readonly batches: (typeof smsBatches.$inferInsert)[];
  readonly messages: MessageInsert[];
  readonly declines: (typeof smsDeclines.$inferInsert)[];
}

interface Person {
  readonly phoneNumber: string;
  readonly name: string;
  readonly companyId: string;
  readonly companyName: string;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const days = 300;
/** One in so many recipients of marketing declines it afterwards. */
const declineInterval = 40;

/** Creates `total` messages: bulk SMS and single ones. */
export function seedSms(
  context: SeedContext,
  people: readonly Person[],
  senders: readonly string[],
  total: number,
): SmsRows {
  const rows: SmsRows = { batches: [], messages: [], declines: [] };
  const declined = new Set<string>();
  // Oldest first: recipients who decline one are excluded from later ones.
  for (const bulkSeed of bulkSmsSeeds.toReversed())
    addBulkSms(context, rows, declined, people, senders, bulkSeed, total);
  const singles = total - rows.messages.length;
  for (let index = 0; index < singles; index++)
    rows.messages.push(createSingleSms(context, people, senders, index));
  return rows;
}

function addBulkSms(
  { faker, now, newId }: SeedContext,
  rows: SmsRows,
  declined: Set<string>,
  people: readonly Person[],
  senders: readonly string[],
  bulkSeed: BulkSmsSeed,
  total: number,
): void {
  const template = findTemplate(bulkSeed.template);
  const startMs = startOfShanghaiDay(now).getTime() - bulkSeed.daysAgo * dayMs + bulkSeed.hour * hourMs;
  const at = new Date(startMs + faker.number.int({ min: 0, max: 50 }) * minuteMs);
  const id = newId();
  const senderName = faker.helpers.arrayElement(senders);
  const text = renderText(template, bulkSeed.params);
  const reachable = people.filter(({ phoneNumber }) => !declined.has(phoneNumber));
  const chosen = faker.helpers.arrayElements(reachable, Math.round((total * bulkSeed.percent) / 100));
  let lastMs = at.getTime();
  for (const [index, person] of chosen.entries()) {
    const claimedAt = new Date(at.getTime() + 200 + index * 45);
    const message = createMessage({ faker, now, newId }, person, template, text, at, claimedAt);
    rows.messages.push({ ...message, batchId: id, senderName, urgency: 2 });
    lastMs = claimedAt.getTime();
    if (template.type === "marketing" && index % declineInterval === declineInterval - 1) {
      declined.add(person.phoneNumber);
      const repliedAt = new Date(lastMs + faker.number.int({ min: 1, max: 90 }) * minuteMs);
      rows.declines.push({ phone: person.phoneNumber, at: repliedAt, source: "reply" });
    }
  }
  const finishedAt = new Date(lastMs + 1_000);
  rows.batches.push({
    id,
    version: 2,
    createdAt: at,
    updatedAt: finishedAt,
    type: template.type,
    templateName: template.name,
    ...text,
    total: chosen.length,
    status: "finished",
    senderName,
    sessionId: null,
    notBefore: at,
    finishedAt,
  });
}

/** A single message. The first is the newest and has always failed, so that it can be sent again. */
function createSingleSms(
  context: SeedContext,
  people: readonly Person[],
  senders: readonly string[],
  index: number,
): MessageInsert {
  const { faker, now } = context;
  const template = findTemplate(
    index === 0
      ? "NOTICE_ACCOUNT"
      : faker.helpers.weightedArrayElement([
          { value: "VERIFY_LOGIN", weight: 60 },
          { value: "NOTICE_ACCOUNT", weight: 22 },
          { value: "NOTICE_SERVICE_END", weight: 18 },
        ]),
  );
  const params = {
    service: faker.helpers.arrayElement(services),
    days: faker.helpers.arrayElement(notices),
  };
  // Between 8:00 and 20:00 on a random day.
  const today = startOfShanghaiDay(now).getTime();
  const daysAgo = faker.number.int({ min: 1, max: days });
  const someTime =
    today - daysAgo * dayMs + 8 * hourMs + faker.number.int({ min: 0, max: 12 * 60 * 60 }) * 1_000;
  const at = new Date(index === 0 ? now.getTime() - 7 * minuteMs : someTime);
  const person = faker.helpers.arrayElement(people);
  const claimedAt = new Date(at.getTime() + 150);
  const draw = { isRecent: daysAgo === 1, ...(index === 0 ? { forcedStatus: "failed" as const } : {}) };
  return {
    ...createMessage(context, person, template, renderText(template, params), at, claimedAt, draw),
    batchId: null,
    senderName: faker.helpers.arrayElement(senders),
    urgency: template.type === "verify" ? 0 : 1,
  };
}

const services = ["电力线路巡检", "光伏电站巡检", "应急救援飞行", "数据存储", "智能识别算法"];
const notices = ["30", "7", "1"];

function createMessage(
  context: SeedContext,
  { phoneNumber, name, companyId, companyName }: Person,
  { type, code, name: templateName, signature }: SmsTemplateRow,
  text: { readonly content: string; readonly parts: number },
  at: Date,
  claimedAt: Date,
  draw: OutcomeDraw = { isRecent: false },
) {
  const outcome = pickSmsOutcome(context, claimedAt, draw);
  return {
    ...text,
    ...outcome,
    id: context.newId(),
    version: outcome.deliveredAt ? 4 : 3,
    createdAt: at,
    updatedAt: outcome.deliveredAt ?? outcome.sentAt ?? claimedAt,
    phone: phoneNumber,
    recipientName: name,
    companyId,
    companyName,
    type,
    templateCode: code,
    templateName,
    signature,
    notBefore: at,
    search: buildSearchText(text.content),
  };
}

type FinalStatus = "sent" | "delivered" | "failed" | "unknown";

const failReasons = ["空号", "关机", "停机", "短信黑名单", "运营商拦截"];

/** The status of a message and the fields that follow from it. */
type SmsOutcome = Pick<
  SmsRecord,
  "status" | "failReason" | "claimedAt" | "sentAt" | "deliveredAt" | "gatewayId" | "reportAt" | "attempts"
>;

interface OutcomeDraw {
  /** Whether its number put it on the last day. */
  readonly isRecent: boolean;
  readonly forcedStatus?: FinalStatus;
}

/** Picks a random outcome. Nearly all are delivered; those of the last day are more often still only sent. */
function pickSmsOutcome(
  { faker, newId }: SeedContext,
  claimedAt: Date,
  { isRecent, forcedStatus }: OutcomeDraw,
): SmsOutcome {
  const chosen = faker.helpers.weightedArrayElement<FinalStatus>([
    { value: "delivered", weight: 940 },
    { value: "failed", weight: 42 },
    { value: "unknown", weight: 6 },
    { value: "sent", weight: isRecent ? 60 : 12 },
  ]);
  const status = forcedStatus ?? chosen;
  const sentAt = new Date(claimedAt.getTime() + faker.number.int({ min: 80, max: 900 }));
  const deliveryMs = faker.number.int({ min: 2, max: 40 }) * 1_000;
  const reason = faker.helpers.arrayElement(failReasons);
  const isAccepted = status === "sent" || status === "delivered";
  return {
    status,
    attempts: 1,
    claimedAt,
    sentAt: isAccepted ? sentAt : null,
    deliveredAt: status === "delivered" ? new Date(sentAt.getTime() + deliveryMs) : null,
    failReason: status === "failed" ? reason : status === "unknown" ? "网关没有答复，可能已发出" : "",
    gatewayId: isAccepted ? `seed-${newId()}` : "",
    // No reports are requested for seeded messages.
    reportAt: null,
  };
}

function renderText({ type, signature, text }: SmsTemplateRow, params: Readonly<Record<string, string>>) {
  const filled = renderTemplate(text, { ...params, code: codePlaceholder });
  const content = buildSmsContent(signature, filled, type === "marketing");
  return { content, parts: countSmsParts(content).parts };
}

function findTemplate(code: string): SmsTemplateRow {
  const found = smsTemplateRows.find((template) => template.code === code);
  if (!found) throw new Error(`There is no template ${code}`);
  return found;
}
