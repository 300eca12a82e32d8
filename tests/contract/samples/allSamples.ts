import type { Contract } from "../../../adapters/contract/contract.ts";
import { accessKeySamples, companySamples, managementSamples } from "./companySamples.ts";
import { logoSamples } from "./logoSamples.ts";
import { dictionarySamples, meSamples, regionSamples, revealSamples } from "./otherSamples.ts";
import type { Samples } from "./sample.ts";
import { passwordSamples, signInSamples, templateSamples } from "./sessionSamples.ts";
import { staffSamples } from "./staffSamples.ts";
import { channelCodeSamples, userSamples } from "./userSamples.ts";

export const allSamples: Samples<Contract> = {
  ...signInSamples,
  ...passwordSamples,
  ...templateSamples,
  ...companySamples,
  ...managementSamples,
  ...logoSamples,
  ...accessKeySamples,
  ...userSamples,
  ...staffSamples,
  ...channelCodeSamples,
  ...regionSamples,
  ...dictionarySamples,
  ...meSamples,
  ...revealSamples,
};
