import { Button, Title } from "@mantine/core";
import { useEffect, useState } from "react";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import classes from "./FirstSteps.module.css";

/** Where it is stored that the user has read the steps. */
const readKey = "help.firstSteps";

const steps = [
  ["从工作台开始", "等您办理的事都在这一页，最久的在前；点一条直接去办。"],
  ["按 Ctrl+K 找任何东西", "企业、电话、订单号、银行流水号、菜单，输入几个字或拼音即可。"],
  ["不清楚时按 ?", "每一页都有说明和快捷键，也可以点右上角的问号。"],
] as const;

/** Three steps for who signs in for the first time, until they are read. */
export function FirstSteps() {
  const { storage } = usePageApi();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    storage.get(readKey).then(
      (read) => {
        if (isCurrent) setShown(read === null);
      },
      // The desk works without them.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [storage]);
  if (!isShown) return null;
  const close = () => {
    setShown(false);
    // The console has said why it failed; the steps come again the next time.
    storage.set(readKey, true).catch(() => undefined);
  };
  return (
    <section className={classes["card"]} aria-label="三步上手">
      <Title order={2} size="h5">
        三步上手
      </Title>
      <ol className={classes["steps"]}>
        {steps.map(([title, text]) => (
          <li key={title}>
            <b>{title}</b>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <Button size="compact-sm" variant="default" onClick={close}>
        知道了，不再显示
      </Button>
    </section>
  );
}
