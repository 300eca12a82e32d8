import type { Publish } from "../../bus/bus.ts";
import type { Call, Effect } from "../../call.ts";
import type { Db } from "../../db/handle.ts";

/**
 * A call as it runs within a further transaction.
 * @param effects gets what is to follow the commit of that
 */
export function withinTransaction(call: Call, db: Db, effects: Effect[]): Call {
  const publish: Publish = (topic, message) => void effects.push(() => call.publish(topic, message));
  // The prototype keeps the call's getters, which a copy would read.
  return Object.assign(Object.create(call) as Call, {
    db,
    publish,
    afterCommit: (effect: Effect) => void effects.push(effect),
  });
}
