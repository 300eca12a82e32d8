const titles: Readonly<Record<string, string>> = {
  session: "登录会话",
  idle: "无操作守护",
  socket: "实时连接",
  passwordWarning: "密码提醒",
  passwordChange: "修改密码",
  layout: "布局",
  tags: "标签",
};

/** A machine's name for the eye; a page's machine has the page's address before it. */
export const getMachineTitle = (name: string): string => {
  const title = titles[name];
  return title === undefined ? name : `${title} ${name}`;
};
