import type { Contract } from "../../../adapters/contract/contract.ts";
import { alarmRuleSamples } from "./alarmRuleSamples.ts";
import { alarmSamples } from "./alarmSamples.ts";
import { auditSamples, onlineSessionSamples } from "./auditSamples.ts";
import { channelCodeSamples, goodsSamples, serviceSamples } from "./catalogSamples.ts";
import { accessKeySamples, companySamples, managementSamples } from "./companySamples.ts";
import {
  boxSamples,
  deviceSamples,
  hangarSamples,
  ingestStatusSamples,
  plusSamples,
} from "./deviceSamples.ts";
import { dutySamples } from "./dutySamples.ts";
import { exportJobSamples } from "./exportJobSamples.ts";
import { flightFileSamples } from "./flightFileSamples.ts";
import { taskHistorySamples, taskSamples } from "./flightSamples.ts";
import { invoiceSamples, orderInvoiceSamples } from "./invoiceSamples.ts";
import { logoSamples, uploadSamples } from "./logoSamples.ts";
import {
  bankStatementSamples,
  orderPaySamples,
  orderSamples,
  receivableSamples,
  serviceGrantSamples,
} from "./orderSamples.ts";
import {
  deskSamples,
  dictionarySamples,
  meSamples,
  notificationSamples,
  regionSamples,
  revealSamples,
} from "./otherSamples.ts";
import type { Samples } from "./sample.ts";
import { screenSamples } from "./screenSamples.ts";
import { secondFactorSamples } from "./secondFactorSamples.ts";
import { lockScreenSamples, passwordSamples, signInSamples, templateSamples } from "./sessionSamples.ts";
import { sheetImportSamples } from "./sheetImportSamples.ts";
import { smsDeclineSamples } from "./smsDeclineSamples.ts";
import { smsSamples } from "./smsSamples.ts";
import { smsTemplateSamples } from "./smsTemplateSamples.ts";
import { staffSamples } from "./staffSamples.ts";
import { statisticsSamples } from "./statisticsSamples.ts";
import { userSamples } from "./userSamples.ts";
import { videoSamples } from "./videoSamples.ts";
import { zoneEditSamples, zoneSamples } from "./zoneSamples.ts";

/** Samples of every call with a session. The signed call is tested in tests/live/serverIngest.test.ts. */
export const allSamples: Samples<Omit<Contract, "telemetryIngest">> = {
  ...signInSamples,
  ...passwordSamples,
  ...secondFactorSamples,
  ...lockScreenSamples,
  ...templateSamples,
  ...companySamples,
  ...managementSamples,
  ...logoSamples,
  ...accessKeySamples,
  ...userSamples,
  ...staffSamples,
  ...channelCodeSamples,
  ...serviceSamples,
  ...goodsSamples,
  ...orderSamples,
  ...orderPaySamples,
  ...receivableSamples,
  ...bankStatementSamples,
  ...serviceGrantSamples,
  ...invoiceSamples,
  ...orderInvoiceSamples,
  ...smsDeclineSamples,
  ...smsSamples,
  ...smsTemplateSamples,
  ...regionSamples,
  ...dictionarySamples,
  ...uploadSamples,
  ...meSamples,
  ...revealSamples,
  ...taskSamples,
  ...flightFileSamples,
  ...taskHistorySamples,
  ...videoSamples,
  ...zoneSamples,
  ...deskSamples,
  ...notificationSamples,
  ...dutySamples,
  ...alarmSamples,
  ...alarmRuleSamples,
  ...zoneEditSamples,
  ...deviceSamples,
  ...ingestStatusSamples,
  ...boxSamples,
  ...plusSamples,
  ...hangarSamples,
  ...auditSamples,
  ...onlineSessionSamples,
  ...exportJobSamples,
  ...sheetImportSamples,
  ...statisticsSamples,
  ...screenSamples,
};
