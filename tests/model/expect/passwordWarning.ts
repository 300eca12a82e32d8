import { expectation } from "../reference.ts";

interface Warning {
  readonly [part: string]: unknown;
  readonly message: string;
}

/** */
export const passwordWarningExpectation = expectation<Warning>({
  seen: () => ({ message: "" }),
  start: ["GET /checkPwdStatus"],
  regions: {
    "": {
      initial: "checking",
      states: {
        checking: [],
        fine: [],
        warned: ["warned"],
        ignoring: ["busy", "warned"],
        ignored: [],
        changing: ["changing"],
      },
      moves: [
        {
          from: "checking",
          on: ["status 0", "status -2", "status fails"],
          to: "fine",
          row: "R-187 R-186",
        },
        {
          from: "checking",
          on: "status 1",
          to: "warned",
          sets: { message: "密码为初始密码" },
          row: "R-185 R-186",
        },
        {
          from: "checking",
          on: "status -1",
          to: "warned",
          sets: { message: "请稍后再试" },
          row: "R-186",
        },
        {
          from: "warned",
          on: "click ignore",
          to: "ignoring",
          does: ["GET /checkPwdStatus/ignore"],
          row: "R-188",
        },
        { from: "warned", on: "click go change", to: "changing", row: "R-189" },
        {
          from: "ignoring",
          on: "ignore 0",
          to: "ignored",
          does: ["success 忽略成功，近期不再提示"],
          row: "R-224",
        },
        { from: "ignoring", on: "ignore -1", to: "warned", does: ["error 最多忽略 3 次"] },
        { from: "ignoring", on: "ignore fails", to: "warned" },
        { from: "changing", on: "change dialog closes", to: "warned" },
        { from: "changing", on: "password is changed", to: "fine" },
      ],
    },
  },
});
