import { auditActionKey } from "../../../adapters/contract/auditTrail.ts";
import { dictionaryCalls } from "../../../adapters/contract/dictionary.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { Choice, ChoiceSource } from "../../list/pickers/choiceSource.ts";

const fetchChoices = (client: Client, signal: AbortSignal): Promise<readonly Choice[]> =>
  client.call(dictionaryCalls.sysDictQuery, { params: { key: auditActionKey } }, { signal });

/** The acts that leave a row in the audit trail, by their names in words. */
export const auditActionChoices: ChoiceSource = {
  placeholder: "输入操作名称",
  async search(client, text, signal) {
    return (await fetchChoices(client, signal)).filter(({ label }) => label.includes(text.trim()));
  },
  async fetchByIds(client, ids, signal) {
    return (await fetchChoices(client, signal)).filter(({ value }) => ids.includes(value));
  },
};
