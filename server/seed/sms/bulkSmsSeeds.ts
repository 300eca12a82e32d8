/** A mass sending of the past: its template with what was filled in, and its share of all messages in percent. */
export interface BulkSmsSeed {
  readonly template: string;
  readonly params: Readonly<Record<string, string>>;
  readonly daysAgo: number;
  /** Hour of the day in Shanghai. */
  readonly hour: number;
  readonly percent: number;
}

const createBulkSmsSeed = (
  template: string,
  daysAgo: number,
  hour: number,
  percent: number,
  params: BulkSmsSeed["params"] = {},
): BulkSmsSeed => ({ template, params, daysAgo, hour, percent });

/** A year of mass sendings, the newest first. */
export const bulkSmsSeeds: readonly BulkSmsSeed[] = [
  createBulkSmsSeed("NOTICE_WEATHER", 2, 7, 3, { region: "华东沿海" }),
  createBulkSmsSeed("MARKETING_OFFER", 6, 10, 5, { discount: "八五", until: "本月底" }),
  createBulkSmsSeed("NOTICE_MAINTENANCE", 12, 15, 6, { time: "周日 00:00 至 04:00" }),
  createBulkSmsSeed("MARKETING_NEW", 25, 9, 4),
  createBulkSmsSeed("NOTICE_WEATHER", 41, 6, 3, { region: "珠三角" }),
  createBulkSmsSeed("NOTICE_MAINTENANCE", 66, 16, 5, { time: "周六 23:00 至次日 02:00" }),
  createBulkSmsSeed("MARKETING_OFFER", 90, 11, 4, { discount: "九", until: "季度末" }),
  createBulkSmsSeed("NOTICE_WEATHER", 118, 7, 2, { region: "京津冀" }),
  createBulkSmsSeed("MARKETING_NEW", 160, 14, 4),
  createBulkSmsSeed("NOTICE_MAINTENANCE", 201, 10, 5, { time: "周日 01:00 至 05:00" }),
];
