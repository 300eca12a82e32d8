const titles: Readonly<Record<string, string>> = {
  session: "登录会话",
  idle: "无操作守护",
  socket: "实时连接",
  passwordWarning: "密码提醒",
  passwordChange: "修改密码",
  layout: "布局",
  tags: "标签",
};

/** The displayed name of a machine; names of pages' machines contain the page's path and stay as they are. */
export const getMachineTitle = (name: string): string => {
  const title = titles[name];
  return title === undefined ? name : `${title} ${name}`;
};
