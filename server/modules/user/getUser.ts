import { users } from "../../db/schema/user.ts";
import { createRecordReader } from "../../records/recordReader.ts";
import { toUserRow } from "./userList.ts";

export const { get: getUser, lock: lockUser } = createRecordReader(users, "用户", toUserRow);
