/** Messages for values that another company or user already has. */
export const duplicateMessages = {
  companies_name_key: "企业名称已存在，请核对后重新填写",
  companies_credit_code_key: "统一社会信用代码已存在，请核对后重新填写",
  users_phone_number_key: "登录账号的手机号已被其他用户使用",
} as const;
