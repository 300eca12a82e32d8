// What XML 1.0 cannot hold at all, and what a spreadsheet reads as the escape of a character (`_x000D_`).
const special = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/;
const everySpecial = new RegExp(special, "g");

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  _: "_x005F_",
};

/** Text as it stands in a spreadsheet's XML; characters that XML cannot hold are left out. */
export function escapeXml(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return special.test(wellFormed)
    ? wellFormed.replace(everySpecial, (found) => escapes[found] ?? "")
    : wellFormed;
}
