/** 实时任务, where alarms are acknowledged. */
export const livePath = "/page/page";
