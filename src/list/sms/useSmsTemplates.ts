import { smsTemplateCalls } from "../../../adapters/contract/smsTemplate.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useQuery } from "../useQuery.ts";

/** The templates with their signatures, and whether custom texts are allowed. */
export function useSmsTemplates() {
  const { client } = usePageApi();
  return useQuery("templates", (signal) => client.call(smsTemplateCalls.smsTemplates, {}, { signal }));
}
