import * as word from "../../../adapters/contract/words.ts";
import { smsMessages } from "../../db/schema/sms.ts";
import { createRecordStore } from "../../records/recordStore.ts";
import { toSmsRow } from "./smsList.ts";

export const { get: getSms, lock: lockSms } = createRecordStore(smsMessages, word.sms, toSmsRow);
