import { smsMessages } from "../../db/schema/sms.ts";
import { createRecordReader } from "../../records/recordReader.ts";
import { toSmsRow } from "./smsList.ts";

export const { get: getSms, lock: lockSms } = createRecordReader(smsMessages, "短信", toSmsRow);
