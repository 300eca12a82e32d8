import { defineExpectation } from "../createReference.ts";

interface PasswordChangeObserved {
  readonly [part: string]: unknown;
  readonly message: string;
}

/** */
export const passwordChangeExpectation = defineExpectation<PasswordChangeObserved>({
  seen: () => ({ message: "" }),
  start: [],
  regions: {
    "": {
      initial: "editing",
      states: { editing: ["form"], submitting: ["busy", "form"], refused: ["form"], done: ["done"] },
      rules: [
        {
          from: ["editing", "refused"],
          on: "submit",
          to: "submitting",
          sets: { message: "" },
          does: ["PUT /user/sysAdmin/pwd/modify 0a1b 2c3d 2c3d"],
          row: "R-190 to R-192",
        },
        {
          from: ["editing", "refused"],
          on: "submit nothing",
          to: "submitting",
          sets: { message: "" },
          does: ["PUT /user/sysAdmin/pwd/modify   "],
          row: "R-206",
        },
        {
          from: "submitting",
          on: "answer 0",
          to: "done",
          does: ["success 密码修改成功，下次登录生效"],
          row: "R-193 R-225",
        },
        {
          from: "submitting",
          on: "answer -1",
          to: "refused",
          sets: { message: "原密码不正确" },
          row: "R-194",
        },
        {
          from: "submitting",
          on: "answer -2",
          to: "refused",
          sets: { message: "用户已停用" },
          row: "R-194",
        },
        { from: "submitting", on: "answer fails", to: "refused" },
      ],
    },
  },
});
