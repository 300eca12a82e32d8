import { equal } from "node:assert/strict";
import type { AnyMachineSnapshot } from "xstate";
import { pauseClock } from "../../../browser/pauseClock.ts";
import { passwordChangeSubject } from "../../../model/subjects/passwordChange.ts";
import { passwordWarningSubject } from "../../../model/subjects/passwordWarning.ts";
import { defineDriver, type PathContext } from "../defineDriver.ts";
import { enterWithSession, md5 } from "../enterWithSession.ts";
import { abortCall, holdCalls, type PendingCalls, respondWith } from "../holdCalls.ts";
import { chooseAvatarItem, expectOnce, getMenu } from "../pageChecks.ts";
import { waitForValue } from "../waitUntil.ts";

interface WarningContext extends PathContext {
  readonly check: PendingCalls;
  readonly ignore: PendingCalls;
}

const getWarning = ({ page }: PathContext) => page.getByRole("dialog", { name: "密码安全提醒" });
const getChangeDialog = ({ page }: PathContext) => page.getByRole("dialog", { name: "修改密码" });

async function expectNoDialog(ctx: PathContext): Promise<void> {
  await getMenu(ctx.page).waitFor();
  await getWarning(ctx).waitFor({ state: "detached" });
  await getChangeDialog(ctx).waitFor({ state: "detached" });
}

const passwordFields = [
  ["原密码", "Aerial@2026"],
  ["新密码", "Sky-Lantern-58"],
  ["确认新密码", "Sky-Lantern-58"],
] as const;

async function fillChangeForm(ctx: PathContext, filled: boolean): Promise<void> {
  for (const [name, value] of passwordFields)
    await getChangeDialog(ctx)
      .getByRole("textbox", { name, exact: true })
      .fill(filled ? value : "");
  await getChangeDialog(ctx).getByRole("button", { name: "确定" }).click();
}

/** The password warning. */
export const passwordWarningDriver = defineDriver<WarningContext>({
  machine: "passwordWarning",
  title: "密码提醒",
  subject: passwordWarningSubject,
  precondition: "已登录，打开后台",
  key: () => null,
  open: async (ctx) => {
    await ctx.context.clock.install();
    const check = await holdCalls(ctx.page, "**/wms/api/checkPwdStatus");
    const ignore = await holdCalls(ctx.page, "**/wms/api/checkPwdStatus/ignore");
    await enterWithSession(ctx, "/account/userList");
    await getMenu(ctx.page).waitFor();
    await check.waitForCall();
    return { ...ctx, check, ignore };
  },
  actions: {
    "status 0": { description: "密码检查答复 0", run: ({ check }) => check.respond(respondWith(0)) },
    "status 1": {
      description: "密码检查答复 1",
      run: ({ check }) => check.respond(respondWith(1, "密码为初始密码")),
    },
    "status 1, must change": {
      description: "密码检查答复 1，并要求先修改",
      run: ({ check }) => check.respond(respondWith(1, "请先修改初始密码", { mustChange: true })),
    },
    "status -1": {
      description: "密码检查答复 -1",
      run: ({ check }) => check.respond(respondWith(-1, "请稍后再试")),
    },
    "status -2": {
      description: "密码检查答复 -2",
      run: async ({ page, check }) => {
        // A busy machine may look at the page after the session has ended.
        await pauseClock(page);
        await check.respond(respondWith(-2, "用户已停用"));
      },
    },
    "status fails": { description: "密码检查请求失败", run: ({ check }) => check.respond(abortCall) },
    "click ignore": {
      description: "点击“忽略”",
      run: (ctx) => getWarning(ctx).getByRole("button", { name: "忽略" }).click(),
    },
    "click go change": {
      description: "点击“去修改”",
      run: (ctx) => getWarning(ctx).getByRole("button", { name: "去修改" }).click(),
    },
    "ignore 0": { description: "忽略请求答复 0", run: ({ ignore }) => ignore.respond(respondWith(0)) },
    "ignore -1": {
      description: "忽略请求答复 -1",
      run: ({ ignore }) => ignore.respond(respondWith(-1, "最多忽略 3 次")),
    },
    "ignore fails": { description: "忽略请求失败", run: ({ ignore }) => ignore.respond(abortCall) },
    "change dialog closes": {
      description: "关闭修改密码窗口",
      run: (ctx) => getChangeDialog(ctx).getByRole("button", { name: "取消" }).click(),
    },
    "password is changed": {
      description: "填写并提交新密码，服务器答复 0",
      run: async (ctx) => {
        const change = await holdCalls(ctx.page, "**/wms/api/user/sysAdmin/pwd/modify");
        await fillChangeForm(ctx, true);
        await change.respond(respondWith(0));
        await expectOnce(ctx.page, "密码修改成功，下次登录生效");
      },
    },
  },
  checks: {
    checking: { description: "后台已打开，没有提醒", check: expectNoDialog },
    ok: { description: "没有提醒", check: expectNoDialog },
    warned: {
      description: "显示密码安全提醒和服务器的说明",
      check: async (ctx, { message, mustChange }) => {
        await getWarning(ctx)
          .getByRole("button", { name: "退出登录" })
          .waitFor({ state: mustChange ? "visible" : "detached" });
        await getWarning(ctx).getByText(String(message), { exact: true }).waitFor();
        await getWarning(ctx).locator("button[data-loading]").waitFor({ state: "detached" });
      },
    },
    ignoring: {
      description: "提醒仍在，“忽略”按钮加载中",
      check: (ctx) => getWarning(ctx).locator("button[data-loading]").waitFor(),
    },
    ignored: {
      description: "提示“忽略成功，近期不再提示”，提醒消失",
      check: async (ctx) => {
        await expectOnce(ctx.page, "忽略成功，近期不再提示");
        await expectNoDialog(ctx);
      },
    },
    changing: { description: "打开修改密码窗口", check: (ctx) => getChangeDialog(ctx).waitFor() },
  },
});

interface ChangeContext extends PathContext {
  readonly change: PendingCalls;
}

/** What the server says with -2. */
const endMessage = "用户已停用";
const hasEnded = ({ context }: AnyMachineSnapshot) => context.message === endMessage;

/** The password form. */
export const passwordChangeDriver = defineDriver<ChangeContext>({
  machine: "passwordChange",
  title: "修改密码",
  subject: passwordChangeSubject,
  precondition: "已登录，从头像菜单打开“修改密码”",
  // The session ends 1.8 s after -2 (`userUnusableDelay` of its machine): nothing follows it.
  key: hasEnded,
  shouldExplore: (snapshot) => !hasEnded(snapshot),
  open: async (ctx) => {
    await ctx.context.clock.install();
    const change = await holdCalls(ctx.page, "**/wms/api/user/sysAdmin/pwd/modify");
    await enterWithSession(ctx, "/account/userList");
    await chooseAvatarItem(ctx.page, "修改密码");
    return { ...ctx, change };
  },
  actions: {
    submit: { description: "填写三个密码，点击“确定”", run: (ctx) => fillChangeForm(ctx, true) },
    "submit nothing": { description: "什么都不填，点击“确定”", run: (ctx) => fillChangeForm(ctx, false) },
    "answer 0": {
      description: "服务器答复 0",
      run: ({ change }) =>
        change.respond(async (call) => {
          const sent = Object.values(JSON.parse(call.body) as Record<string, string>);
          const typed = ["Aerial@2026", "Sky-Lantern-58", "Sky-Lantern-58"];
          equal(
            [typed.map(md5), ["", "", ""].map(md5)].some((all) => all.join() === sent.join()),
            true,
          );
          await respondWith(0)(call);
        }),
    },
    "answer -1": {
      description: "服务器答复 -1",
      run: ({ change }) => change.respond(respondWith(-1, "原密码不正确")),
    },
    "answer -2": {
      description: "服务器答复 -2",
      run: async ({ page, change }) => {
        // A busy machine may look at the page after the session has ended.
        await pauseClock(page);
        await change.respond(respondWith(-2, endMessage));
      },
    },
    "answer fails": { description: "请求失败", run: ({ change }) => change.respond(abortCall) },
  },
  checks: {
    editing: {
      description: "三个空的密码框",
      check: async (ctx) => {
        for (const [name] of passwordFields)
          await waitForValue(
            () => getChangeDialog(ctx).getByRole("textbox", { name, exact: true }).inputValue(),
            "",
            name,
          );
      },
    },
    submitting: {
      description: "“确定”按钮加载中",
      check: (ctx) => getChangeDialog(ctx).locator("button[type=submit][data-loading]").waitFor(),
    },
    refused: {
      description: "窗口仍在，显示服务器的原因",
      check: async (ctx, { message }) => {
        await getChangeDialog(ctx).locator("button[type=submit]:not([data-loading])").waitFor();
        if (message) await getChangeDialog(ctx).getByRole("alert").getByText(String(message)).waitFor();
      },
    },
    done: {
      description: "提示“密码修改成功，下次登录生效”，窗口关闭",
      check: async (ctx) => {
        await expectOnce(ctx.page, "密码修改成功，下次登录生效");
        await getChangeDialog(ctx).waitFor({ state: "detached" });
      },
    },
  },
});
