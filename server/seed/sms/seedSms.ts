import { smsParts } from "../../../adapters/contract/smsParts.ts";
import { filledText, smsContent } from "../../../adapters/contract/smsText.ts";
import type { smsMessages } from "../../db/schema/sms.ts";
import type { smsBatches } from "../../db/schema/smsBatch.ts";
import type { smsDeclines } from "../../db/schema/smsDecline.ts";
import { searchText } from "../../modules/pinyinOrder.ts";
import { startOfDay } from "../../modules/sms/marketingHours.ts";
import { hiddenCode } from "../../modules/sms/verificationCode.ts";
import type { SeedFrame } from "../seedCompanies.ts";
import { type MassPlan, massPlans } from "./massPlans.ts";
import { smsFate } from "./smsFate.ts";
import { type SmsTemplateRow, smsTemplateRows } from "./smsTemplateRows.ts";

type MessageInsert = typeof smsMessages.$inferInsert;

/** The rows of seeded messages. */
interface SmsBook {
  readonly batches: (typeof smsBatches.$inferInsert)[];
  readonly messages: MessageInsert[];
  readonly declines: (typeof smsDeclines.$inferInsert)[];
}

interface Person {
  readonly phoneNumber: string;
  readonly name: string;
  readonly companyName: string;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const days = 300;
/** Every so-many-th recipient of marketing has declined it since. */
const declinesOne = 40;

/** Makes so many messages: a year of mass sendings, and single ones between them. */
export function seedSms(
  frame: SeedFrame,
  people: readonly Person[],
  senders: readonly string[],
  total: number,
): SmsBook {
  const book: SmsBook = { batches: [], messages: [], declines: [] };
  const declined = new Set<string>();
  // The oldest first: who has declined one is left out of those after it.
  for (const plan of massPlans.toReversed()) massOf(frame, book, declined, people, senders, plan, total);
  const singles = total - book.messages.length;
  for (let nth = 0; nth < singles; nth++) book.messages.push(single(frame, people, senders, nth));
  return book;
}

function massOf(
  { chance, now, newId }: SeedFrame,
  book: SmsBook,
  declined: Set<string>,
  people: readonly Person[],
  senders: readonly string[],
  plan: MassPlan,
  total: number,
): void {
  const template = templateOf(plan.template);
  const startMs = startOfDay(now).getTime() - plan.daysAgo * dayMs + plan.hour * hourMs;
  const at = new Date(startMs + chance.number.int({ min: 0, max: 50 }) * minuteMs);
  const id = newId();
  const senderName = chance.helpers.arrayElement(senders);
  const text = textOf(template, plan.params);
  const open = people.filter(({ phoneNumber }) => !declined.has(phoneNumber));
  const chosen = chance.helpers.arrayElements(open, Math.round((total * plan.percent) / 100));
  let lastMs = at.getTime();
  for (const [index, person] of chosen.entries()) {
    const claimedAt = new Date(at.getTime() + 200 + index * 45);
    const message = messageOf({ chance, now, newId }, person, template, text, at, claimedAt);
    book.messages.push({ ...message, batchId: id, senderName, urgency: 2 });
    lastMs = claimedAt.getTime();
    if (template.type === "marketing" && index % declinesOne === declinesOne - 1) {
      declined.add(person.phoneNumber);
      const repliedAt = new Date(lastMs + chance.number.int({ min: 1, max: 90 }) * minuteMs);
      book.declines.push({ phone: person.phoneNumber, at: repliedAt, source: "reply" });
    }
  }
  const finishedAt = new Date(lastMs + 1_000);
  book.batches.push({
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

/** A single message; the newest of all, whatever chance makes of the others, has failed and can be sent again. */
function single(
  frame: SeedFrame,
  people: readonly Person[],
  senders: readonly string[],
  nth: number,
): MessageInsert {
  const { chance, now } = frame;
  const template = templateOf(
    nth === 0
      ? "NOTICE_ACCOUNT"
      : chance.helpers.weightedArrayElement([
          { value: "VERIFY_LOGIN", weight: 60 },
          { value: "NOTICE_ACCOUNT", weight: 22 },
          { value: "NOTICE_SERVICE_END", weight: 18 },
        ]),
  );
  const params = {
    service: chance.helpers.arrayElement(services),
    days: chance.helpers.arrayElement(notices),
  };
  // Between eight in the morning and eight in the evening of some day.
  const today = startOfDay(now).getTime();
  const daysAgo = chance.number.int({ min: 1, max: days });
  const someTime =
    today - daysAgo * dayMs + 8 * hourMs + chance.number.int({ min: 0, max: 12 * 60 * 60 }) * 1_000;
  const at = new Date(nth === 0 ? now.getTime() - 7 * minuteMs : someTime);
  const person = chance.helpers.arrayElement(people);
  const claimedAt = new Date(at.getTime() + 150);
  const given = nth === 0 ? "failed" : undefined;
  return {
    ...messageOf(frame, person, template, textOf(template, params), at, claimedAt, given),
    batchId: null,
    senderName: chance.helpers.arrayElement(senders),
    urgency: template.type === "verify" ? 0 : 1,
  };
}

const services = ["电力线路巡检", "光伏电站巡检", "应急救援飞行", "数据存储", "智能识别算法"];
const notices = ["30", "7", "1"];

function messageOf(
  frame: SeedFrame,
  { phoneNumber, name, companyName }: Person,
  { type, code, name: templateName, signature }: SmsTemplateRow,
  text: { readonly content: string; readonly parts: number },
  at: Date,
  claimedAt: Date,
  given?: "failed",
) {
  const fate = smsFate(frame, claimedAt, given);
  return {
    ...text,
    ...fate,
    id: frame.newId(),
    version: fate.deliveredAt ? 4 : 3,
    createdAt: at,
    updatedAt: fate.deliveredAt ?? fate.sentAt ?? claimedAt,
    phone: phoneNumber,
    recipientName: name,
    companyName,
    type,
    templateCode: code,
    templateName,
    signature,
    notBefore: at,
    search: searchText(text.content),
  };
}

function textOf({ type, signature, text }: SmsTemplateRow, params: Readonly<Record<string, string>>) {
  const filled = filledText(text, { ...params, code: hiddenCode });
  const content = smsContent(signature, filled, type === "marketing");
  return { content, parts: smsParts(content).parts };
}

function templateOf(code: string): SmsTemplateRow {
  const found = smsTemplateRows.find((template) => template.code === code);
  if (!found) throw new Error(`There is no template ${code}`);
  return found;
}
