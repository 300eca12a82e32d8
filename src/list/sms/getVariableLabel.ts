import * as word from "../../../adapters/contract/words.ts";

/** Chinese labels of common template variables; others are shown by name. */
const variableLabels = new Map(
  Object.entries({
    discount: "折扣",
    until: "截止时间",
    time: word.time,
    service: word.service,
    days: "天数",
    region: word.region,
    code: "验证码",
    name: word.personName,
    company: word.company,
    manager: word.manager,
  }),
);

export const getVariableLabel = (variable: string): string => variableLabels.get(variable) ?? variable;
