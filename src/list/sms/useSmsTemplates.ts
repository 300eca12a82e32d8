import { smsTemplateCalls } from "../../../adapters/contract/smsTemplate.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useQuery } from "../useQuery.ts";

/** The templates with their signatures, and whether a text of one's own may be sent. */
export function useSmsTemplates() {
  const { client } = usePageApi();
  return useQuery("templates", (signal) => client.call(smsTemplateCalls.smsTemplates, {}, { signal }));
}
