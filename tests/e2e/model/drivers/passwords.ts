import { equal } from "node:assert/strict";
import { passwordChangeSubject } from "../../../model/subjects/passwordChange.ts";
import { passwordWarningSubject } from "../../../model/subjects/passwordWarning.ts";
import { type Desk, driver } from "../driver.ts";
import { enter, md5 } from "../enter.ts";
import { broken, type HeldCalls, holdCalls, says } from "../heldCalls.ts";
import { chooseOfAvatar, menuOf, seeOnce } from "../screens.ts";
import { becomes } from "../until.ts";

interface WarningDesk extends Desk {
  readonly check: HeldCalls;
  readonly ignore: HeldCalls;
}

const warningOf = ({ page }: Desk) => page.getByRole("dialog", { name: "密码安全提醒" });
const changeOf = ({ page }: Desk) => page.getByRole("dialog", { name: "修改密码" });

async function seeNone(desk: Desk): Promise<void> {
  await menuOf(desk.page).waitFor();
  await warningOf(desk).waitFor({ state: "detached" });
  await changeOf(desk).waitFor({ state: "detached" });
}

const fields = [
  ["原密码", "Aerial@2026"],
  ["新密码", "Sky-Lantern-58"],
  ["确认新密码", "Sky-Lantern-58"],
] as const;

async function fillChange(desk: Desk, filled: boolean): Promise<void> {
  for (const [name, value] of fields)
    await changeOf(desk)
      .getByRole("textbox", { name, exact: true })
      .fill(filled ? value : "");
  await changeOf(desk).getByRole("button", { name: "确定" }).click();
}

/** The password warning as an operator meets it. */
export const passwordWarningDriver = driver<WarningDesk>({
  machine: "passwordWarning",
  title: "密码提醒",
  subject: passwordWarningSubject,
  before: "已登录，打开后台",
  key: () => null,
  open: async (desk) => {
    const check = await holdCalls(desk.page, "**/wms/api/checkPwdStatus");
    const ignore = await holdCalls(desk.page, "**/wms/api/checkPwdStatus/ignore");
    await enter(desk.page, desk.base, desk.phone, "/account/userList");
    await menuOf(desk.page).waitFor();
    await check.arrived();
    return { ...desk, check, ignore };
  },
  acts: {
    "status 0": { words: "密码检查答复 0", go: ({ check }) => check.answer(says(0)) },
    "status 1": { words: "密码检查答复 1", go: ({ check }) => check.answer(says(1, "密码为初始密码")) },
    "status 1, must change": {
      words: "密码检查答复 1，并要求先修改",
      go: ({ check }) => check.answer(says(1, "请先修改初始密码", { mustChange: true })),
    },
    "status -1": { words: "密码检查答复 -1", go: ({ check }) => check.answer(says(-1, "请稍后再试")) },
    "status -2": { words: "密码检查答复 -2", go: ({ check }) => check.answer(says(-2, "用户已停用")) },
    "status fails": { words: "密码检查请求失败", go: ({ check }) => check.answer(broken) },
    "click ignore": {
      words: "点击“忽略”",
      go: (desk) => warningOf(desk).getByRole("button", { name: "忽略" }).click(),
    },
    "click go change": {
      words: "点击“去修改”",
      go: (desk) => warningOf(desk).getByRole("button", { name: "去修改" }).click(),
    },
    "ignore 0": { words: "忽略请求答复 0", go: ({ ignore }) => ignore.answer(says(0)) },
    "ignore -1": { words: "忽略请求答复 -1", go: ({ ignore }) => ignore.answer(says(-1, "最多忽略 3 次")) },
    "ignore fails": { words: "忽略请求失败", go: ({ ignore }) => ignore.answer(broken) },
    "change dialog closes": {
      words: "关闭修改密码窗口",
      go: (desk) => changeOf(desk).getByRole("button", { name: "取消" }).click(),
    },
    "password is changed": {
      words: "填写并提交新密码，服务器答复 0",
      go: async (desk) => {
        const change = await holdCalls(desk.page, "**/wms/api/user/sysAdmin/pwd/modify");
        await fillChange(desk, true);
        await change.answer(says(0));
        await seeOnce(desk.page, "密码修改成功，下次登录生效");
      },
    },
  },
  looks: {
    checking: { words: "后台已打开，没有提醒", see: seeNone },
    fine: { words: "没有提醒", see: seeNone },
    warned: {
      words: "显示密码安全提醒和服务器的说明",
      see: async (desk, { message, mustChange }) => {
        await warningOf(desk)
          .getByRole("button", { name: "退出登录" })
          .waitFor({ state: mustChange ? "visible" : "detached" });
        await warningOf(desk).getByText(String(message), { exact: true }).waitFor();
        await warningOf(desk).locator("button[data-loading]").waitFor({ state: "detached" });
      },
    },
    ignoring: {
      words: "提醒仍在，“忽略”按钮加载中",
      see: (desk) => warningOf(desk).locator("button[data-loading]").waitFor(),
    },
    ignored: {
      words: "提示“忽略成功，近期不再提示”，提醒消失",
      see: async (desk) => {
        await seeOnce(desk.page, "忽略成功，近期不再提示");
        await seeNone(desk);
      },
    },
    changing: { words: "打开修改密码窗口", see: (desk) => changeOf(desk).waitFor() },
  },
});

interface ChangeDesk extends Desk {
  readonly change: HeldCalls;
}

/** The password change as an operator meets it. */
export const passwordChangeDriver = driver<ChangeDesk>({
  machine: "passwordChange",
  title: "修改密码",
  subject: passwordChangeSubject,
  before: "已登录，从头像菜单打开“修改密码”",
  key: () => null,
  open: async (desk) => {
    const change = await holdCalls(desk.page, "**/wms/api/user/sysAdmin/pwd/modify");
    await enter(desk.page, desk.base, desk.phone, "/account/userList");
    await chooseOfAvatar(desk.page, "修改密码");
    return { ...desk, change };
  },
  acts: {
    submit: { words: "填写三个密码，点击“确定”", go: (desk) => fillChange(desk, true) },
    "submit nothing": { words: "什么都不填，点击“确定”", go: (desk) => fillChange(desk, false) },
    "answer 0": {
      words: "服务器答复 0",
      go: ({ change }) =>
        change.answer(async (call) => {
          const sent = Object.values(JSON.parse(call.body) as Record<string, string>);
          const typed = ["Aerial@2026", "Sky-Lantern-58", "Sky-Lantern-58"];
          equal(
            [typed.map(md5), ["", "", ""].map(md5)].some((all) => all.join() === sent.join()),
            true,
          );
          await says(0)(call);
        }),
    },
    "answer -1": { words: "服务器答复 -1", go: ({ change }) => change.answer(says(-1, "原密码不正确")) },
    "answer -2": { words: "服务器答复 -2", go: ({ change }) => change.answer(says(-2, "用户已停用")) },
    "answer fails": { words: "请求失败", go: ({ change }) => change.answer(broken) },
  },
  looks: {
    editing: {
      words: "三个空的密码框",
      see: async (desk) => {
        for (const [name] of fields)
          await becomes(
            () => changeOf(desk).getByRole("textbox", { name, exact: true }).inputValue(),
            "",
            name,
          );
      },
    },
    submitting: {
      words: "“确定”按钮加载中",
      see: (desk) => changeOf(desk).locator("button[type=submit][data-loading]").waitFor(),
    },
    refused: {
      words: "窗口仍在，显示服务器的原因",
      see: async (desk, { message }) => {
        await changeOf(desk).locator("button[type=submit]:not([data-loading])").waitFor();
        if (message) await changeOf(desk).getByRole("alert").getByText(String(message)).waitFor();
      },
    },
    done: {
      words: "提示“密码修改成功，下次登录生效”，窗口关闭",
      see: async (desk) => {
        await seeOnce(desk.page, "密码修改成功，下次登录生效");
        await changeOf(desk).waitFor({ state: "detached" });
      },
    },
  },
});
