import { smsTemplateCalls } from "../../../adapters/contract/smsTemplate.ts";
import { useConsole } from "../../console/useConsole.ts";
import { useAnswer } from "../useAnswer.ts";

/** The templates with their signatures, and whether a text of one's own may be sent. */
export function useSmsTemplates() {
  const { client } = useConsole();
  return useAnswer("templates", (signal) => client.call(smsTemplateCalls.smsTemplates, {}, { signal }));
}
