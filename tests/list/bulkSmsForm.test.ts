import { describe, expect, it } from "vitest";
import { bulkSmsForm } from "../../src/list/sms/bulkSmsForm.ts";

const form = bulkSmsForm({
  name: "sms",
  title: () => "群发短信",
  recipientFields: [],
  getInitialValues: () => ({}),
});

describe("the form of a bulk SMS", () => {
  it("says on its button how many receive it, once that is known", () => {
    expect(form.toSubmitLabel?.({ preview: 1234 })).toBe("发送给 1,234 人");
    expect(form.toSubmitLabel?.({ preview: 0 })).toBe("发送");
    expect(form.toSubmitLabel?.({ preview: "" })).toBe("发送");
  });

  it("says that it is being sent, not that it was", () => {
    expect(form.done?.(null, {})).toBe("已提交群发，正在发送");
  });

  it("asks with the number before it sends", () => {
    expect(form.confirmation?.({ preview: 23 })).toEqual({
      title: "发送给 23 人？",
      text: "短信将发给 23 人，发出后不能撤回。",
      label: "确认发送",
    });
  });
});
