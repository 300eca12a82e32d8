import { defineExpectation } from "../createReference.ts";

interface ImportObserved {
  readonly [part: string]: unknown;
  readonly file: string;
  readonly message: string;
  readonly statement: string | null;
  /** `2→B`: row 2 pays order B. */
  readonly choices: string;
  /** Rows that are still to be registered. */
  readonly queue: string;
  /** `2 ok`, `3 refused`. */
  readonly results: string;
  /** Rows that were sent, with their numbers. */
  readonly sent: string;
}

const empty = { file: "", message: "", statement: null, choices: "", queue: "", results: "", sent: "" };
const register = (queue: string, sent: string) => {
  const row = queue.slice(0, 1);
  const one = sent.split(" ").find((text) => text.startsWith(row)) ?? "";
  return [`register ${one}`];
};
const addResult = (results: string, queue: string, outcome: string) =>
  `${results === "" ? "" : `${results}, `}${queue.slice(0, 1)} ${outcome}`;
const dropFirst = (queue: string) => queue.slice(2);
const getFailed = (sent: string, results: string) =>
  sent
    .split(" ")
    .map((text) => text.slice(0, 1))
    .filter((row) => !results.includes(`${row} ok`))
    .join(" ");

/** Imports of bank statements: nothing is registered twice, and no line is lost. */
export const statementImportExpectation = defineExpectation<ImportObserved>({
  seen: () => empty,
  start: [],
  regions: {
    "": {
      initial: "choosing",
      states: {
        choosing: [],
        reading: ["reading"],
        mapping: ["columns"],
        savingColumns: ["columns", "saving"],
        reviewing: ["review"],
        registering: ["registering"],
        done: ["done"],
      },
      rules: [
        {
          from: "choosing",
          on: "choose a statement",
          to: "reading",
          sets: { file: "march.csv", message: "" },
          does: ["POST march.csv"],
          row: "import of a bank statement",
        },
        { from: "choosing", on: "choose a picture", sets: { message: "请选择银行对账单文件" } },
        {
          from: "reading",
          on: "read",
          to: "reviewing",
          sets: { ...empty, file: "march.csv", statement: "march", choices: "2→A" },
          row: "proposes matches",
        },
        {
          from: "reading",
          on: "read without columns",
          to: "mapping",
          sets: { ...empty, file: "march.csv", statement: "odd", choices: "2→A" },
          row: "a person tells the columns",
        },
        {
          from: "mapping",
          on: "choose columns",
          to: "savingColumns",
          sets: { message: "" },
          does: ["save ABC"],
          row: "a person tells the columns",
        },
        {
          from: "mapping",
          on: "back",
          if: ({ statement }) => statement === "march",
          to: "reviewing",
          sets: { message: "" },
        },
        { from: "mapping", on: "back", to: "choosing", sets: empty },
        {
          from: "savingColumns",
          on: "columns kept",
          to: "reading",
          does: ["POST march.csv"],
          row: "kept columns read the file",
        },
        {
          from: "savingColumns",
          on: "columns not kept",
          to: "mapping",
          sets: { message: "所选的列没有保存，请重试" },
        },
        { from: "reviewing", on: "other columns", to: "mapping" },
        {
          from: "reading",
          on: "server refuses the file",
          to: "choosing",
          sets: { ...empty, message: "对账单中没有找到这些列" },
        },
        {
          from: "reading",
          on: "no answer for the file",
          to: "choosing",
          sets: { ...empty, message: "对账单没有读到，请重试" },
        },
        { from: "reading", on: "cancel", to: "choosing", sets: empty, does: ["aborts read"] },
        {
          from: "reviewing",
          on: "row 3 pays B",
          sets: ({ choices }) => ({ choices: choices.includes("2→A") ? "2→A 3→B" : "3→B" }),
          row: "a person confirms rows",
        },
        {
          from: "reviewing",
          on: "leave row 2 out",
          sets: ({ choices }) => ({ choices: choices.includes("3→B") ? "3→B" : "" }),
        },
        {
          from: "reviewing",
          on: "register",
          if: ({ choices }) => choices !== "",
          to: "registering",
          sets: ({ choices }) => {
            const sent = choices
              .split(" ")
              .map((choice, index) => `${choice}#r${index + 1}`)
              .join(" ");
            return { queue: choices.replace(/→./g, ""), sent, results: "" };
          },
          does: ({ choices }) => [`register ${choices.split(" ")[0]}#r1`],
          row: "registers payments one by one",
        },
        { from: ["mapping", "reviewing", "done"], on: "another file", to: "choosing", sets: empty },
        ...(["registered", "refused", "unanswered"] as const).flatMap((on) => {
          const outcome = on === "registered" ? "ok" : on === "refused" ? "refused" : "offline";
          return [
            {
              from: "registering",
              on,
              if: ({ queue }: ImportObserved) => queue.length > 1,
              to: "registering",
              sets: ({ queue, results }: ImportObserved) => ({
                queue: dropFirst(queue),
                results: addResult(results, queue, outcome),
              }),
              does: ({ queue, sent }: ImportObserved) => register(queue, sent),
              row: "a report per row",
            },
            {
              from: "registering",
              on,
              to: "done",
              sets: ({ queue, results }: ImportObserved) => ({
                queue: "",
                results: addResult(results, queue, outcome),
              }),
              row: "a report per row",
            },
          ];
        }),
        { from: "registering", on: "stop", sets: ({ queue }) => ({ queue: queue.slice(0, 1) }) },
        {
          from: "done",
          on: "retry",
          if: ({ sent, results }) => getFailed(sent, results) !== "",
          to: "registering",
          sets: ({ sent, results }) => ({
            queue: getFailed(sent, results),
            results: results
              .split(", ")
              .filter((text) => text.endsWith(" ok"))
              .join(", "),
          }),
          does: ({ sent, results }) => register(getFailed(sent, results), sent),
          row: "repeats under the same number",
        },
      ],
    },
  },
});
