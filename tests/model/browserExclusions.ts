/** Part of a machine that no walk in the browser shows, by its names in the expectation. */
interface Exclusion {
  /** Why, and where more than the model tests it. */
  readonly reason: string;
  /** What happens without an act for it in the browser. */
  readonly stimuli?: readonly string[];
  /** States that nobody looks at. */
  readonly states?: readonly string[];
}

const noDriver = { stimuli: "all", states: "all" } as const;

/**
 * What the walks in the browser leave out of each machine, written by hand: whoever adds a stimulus or a state has to
 * walk it or to name it here.
 */
export const browserExclusions: Readonly<
  Record<string, readonly Exclusion[] | (typeof noDriver & { readonly reason: string })>
> = {
  session: [
    {
      reason: "no browser's storage fails by itself: tests/http/storage.test.ts",
      stimuli: ["storage fails"],
    },
    {
      reason: "answers to a session that is over: nothing is to be seen",
      stimuli: ["ends: expired, old token", "ends: unusable, old token"],
    },
    {
      reason: "news of the own account comes with answers: tests/shell/createServices.test.ts",
      stimuli: ["user is renamed", "news of another user"],
    },
    { reason: "over before the first picture", states: ["restoring"] },
  ],
  idle: [
    {
      reason: "sleep of the machine and clocks that disagree: the browser has one clock",
      stimuli: [
        "click 3000 ms on",
        "click 899999 ms on",
        "wake",
        "wake 899999 ms on",
        "wake 902999 ms on",
        "wake, clicked unheard elsewhere",
        "the lid is closed 3000 ms",
        "the lid is closed 903000 ms",
      ],
    },
    {
      reason: "needs a second tab: tests/e2e/idleReload.test.ts",
      stimuli: [
        "another tab was clicked 5000 ms ago",
        "another tab is clicked, its clock ahead",
        "an old click of another tab",
        "a click elsewhere is unheard",
      ],
    },
    {
      reason: "a console that locks instead of leaving: tests/e2e/lockScreen.test.ts",
      stimuli: [
        "unlock",
        "password is right",
        "password is wrong",
        "another tab is unlocked",
        "another tab is locked",
        "an unlocking elsewhere is unheard",
        "the lock goes from the storage",
      ],
      states: ["locked", "unlocking"],
    },
    {
      reason: "begins and ends with the session, whose walk goes through it",
      stimuli: ["watch off", "watch on"],
      states: ["off"],
    },
  ],
  socket: [
    {
      reason: "one page has one login after the other: the model alone",
      stimuli: ["session 2 starts"],
    },
    {
      reason: "what the line carries is seen on its pages: tests/e2e/liveTasks.test.ts",
      stimuli: [
        "task 42 is opened",
        "the fleet is opened",
        "task 42 is closed",
        "heartbeat answered",
        "telemetry",
        "export progress",
      ],
    },
  ],
  passwordWarning: [
    {
      reason: "in production alone, and the demo is walked: tests/e2e/initialPassword.test.ts and the model",
      stimuli: ["a call is refused until the change"],
    },
    {
      reason: "needs a second tab: tests/shell/requirePassword.test.ts and tests/e2e/initialPassword.test.ts",
      stimuli: ["another tab changed the password"],
    },
    {
      reason: "the account menu is out of reach under the warning: tests/shell/requirePassword.test.ts",
      stimuli: ["changed from the account menu"],
    },
  ],
  passwordChange: [],
  list: [
    {
      reason: "one way is walked through each list: tests/e2e/lists and the model",
      stimuli: [
        "type nothing",
        "turn to page 2",
        "50 a page",
        "sort by name",
        "sort no more",
        "unselect a",
        "select a and d",
        "row a is saved",
        "row a is removed",
        "row c is removed",
        "act on nothing",
        "act fails",
        "retry what failed",
        "load is one too many",
      ],
      states: ["redirectingToLastPage"],
    },
    {
      reason:
        "an outage lasts for seconds: tests/list/listOutage.test.ts, tests/e2e/errors.test.ts, tests/e2e/serverOutage.test.ts",
      stimuli: ["server is away", "database is busy for 90 s", "page is shown", "page is hidden"],
      states: ["fetching.retrying", "away.waiting", "away.unseen"],
    },
    { reason: "a page asks at once", states: ["idle"] },
  ],
  edit: [
    {
      reason: "the walk edits one channel that exists: tests/e2e/unsavedForms.test.ts and the model",
      stimuli: ["open a new one", "type a name", "saved, a password to show", "no answer in time"],
      states: [
        "filling.draftOffered.typing",
        "refused.draftSaved",
        "conflict.draftSaved",
        "unknown.draftSaved",
        "done",
      ],
    },
  ],
  exporting: [
    {
      reason: "the file is held back, so that the server tells no rows: tests/e2e/admin/exportCentre.test.ts",
      stimuli: [
        "0 of 1200 rows",
        "500 of 1200 rows",
        "500 of 1300 rows",
        "1000 of 1200 rows",
        "rows of another export",
        "cancelled in the export centre",
      ],
    },
  ],
  layout: { ...noDriver, reason: "tests/e2e/shell/shellLayout.test.ts" },
  tags: { ...noDriver, reason: "tests/e2e/shell/tags.test.ts" },
  logo: { ...noDriver, reason: "tests/e2e/logoFile.test.ts" },
  upload: { ...noDriver, reason: "tests/e2e/orders" },
  liveTasks: { ...noDriver, reason: "tests/e2e/liveTasks.test.ts" },
};
