import * as z from "zod/mini";
import { alarmFlood, alarmRow } from "../../adapters/contract/alarm.ts";
import { type AuditEntity, auditEntities } from "../../adapters/contract/auditEntities.ts";
import { dutyScope } from "../../adapters/contract/dutyScope.ts";
import type { BusMessages, PendingMessage, Topic } from "./bus.ts";

const frame = { type: z.int(), data: z.unknown() };
const ids = z.array(z.string());
const author = z.object({ id: z.string(), name: z.string() });
const entity = z.custom<AuditEntity>(
  (value) => typeof value === "string" && Object.hasOwn(auditEntities, value),
);

/** Schemas that validate messages of other processes. */
const schemas: { readonly [T in Topic]: z.ZodMiniType<BusMessages[T]> } = {
  "session.ended": z.object({
    sessionId: z.string(),
    reason: z.enum(["elsewhere", "logout", "password", "unusable", "forced"]),
  }),
  "staff.changed": z.object({ staffId: z.string() }),
  "session.frame": z.object({ sessionId: z.string(), ...frame }),
  "staff.frame": z.object({ staffId: z.string(), ...frame }),
  "sms.queued": z.object({ count: z.int() }),
  "duty.orderGiven": z.object({ orderId: z.string() }),
  "zone.changed": z.object({ ids }),
  "alarm.changed": z.object({
    alarms: z.array(alarmRow),
    floods: z.nullable(
      z.object({
        all: alarmFlood,
        desks: z.array(z.object({ shiftId: z.string(), scope: dutyScope, flood: alarmFlood })),
      }),
    ),
  }),
  "duty.changed": z.object({ shiftId: z.string(), staffId: z.string() }),
  "records.changed": z.object({
    kind: entity,
    ids: z.nullable(ids),
    staffId: z.optional(z.string()),
    by: z.optional(author),
    act: z.optional(z.string()),
  }),
  "notifications.changed": z.object({ staffIds: ids }),
  "accessKey.changed": z.object({ accessKey: z.string() }),
  "screen.ended": z.object({ screenId: z.string() }),
  "alarmRule.changed": z.object({ ids }),
};

/** Topics that may be lost: their content is sent again soon, or polled. */
const transientTopics: readonly Topic[] = ["session.frame", "staff.frame", "sms.queued"];

/** Whether messages of the topic are stored in the outbox, so that they reach every process. */
export const isStoredTopic = (topic: Topic): boolean => !transientTopics.includes(topic);

const isTopic = (topic: string): topic is Topic => Object.hasOwn(schemas, topic);
const envelope = z.object({ id: z.string(), topic: z.string(), message: z.unknown() });
/** A message of another process whose contents are not parsed yet. */
export type Envelope = z.infer<typeof envelope>;

/** Null if this build does not know its shape. */
export function parseEnvelope(value: unknown): Envelope | null {
  const { data, success } = envelope.safeParse(value);
  return success ? data : null;
}

/** Null if this build does not know its topic or the shape of its contents. */
export function parseMessage({ id, topic, message }: Envelope): PendingMessage | null {
  if (!isTopic(topic)) return null;
  const { data, success } = schemas[topic].safeParse(message);
  // Cast: the schema is that of the topic.
  return success ? ({ id, topic, message: data } as PendingMessage) : null;
}
