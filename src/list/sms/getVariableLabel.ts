/** Chinese labels of common template variables; others are shown by name. */
const variableLabels = new Map(
  Object.entries({
    discount: "折扣",
    until: "截止时间",
    time: "时间",
    service: "服务",
    days: "天数",
    region: "地区",
    code: "验证码",
    name: "姓名",
    company: "企业",
    manager: "客户经理",
  }),
);

export const getVariableLabel = (variable: string): string => variableLabels.get(variable) ?? variable;
