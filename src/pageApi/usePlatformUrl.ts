import { resolvePlatformUrl } from "../../adapters/http/basePath.ts";
import { usePageApi } from "./usePageApi.ts";

/** The whole address of a file that the platform names; empty for none. */
export const usePlatformUrl = (url: string): string => resolvePlatformUrl(url, usePageApi().config.api);
