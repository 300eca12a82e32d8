/** Part of a machine that the browser tests do not cover, by its names in the expectation. */
interface Exclusion {
  /** Why, and which other test covers it. */
  readonly reason: string;
  /** Stimuli without an action in the browser. */
  readonly stimuli?: readonly string[];
  /** States that are never checked. */
  readonly states?: readonly string[];
}

const noDriver = { stimuli: "all", states: "all" } as const;

/**
 * Stimuli and states that the browser tests skip, by machine. Written by hand: a new stimulus or state must be covered
 * or listed here.
 */
export const browserExclusions: Readonly<
  Record<string, readonly Exclusion[] | (typeof noDriver & { readonly reason: string })>
> = {
  session: [
    {
      reason: "storage errors cannot be triggered in a browser: tests/http/storage.test.ts",
      stimuli: ["storage fails"],
    },
    {
      reason: "responses for an ended session have no visible effect",
      stimuli: ["ends: expired, old token", "ends: unusable, old token"],
    },
    {
      reason: "account changes arrive with responses: tests/shell/createServices.test.ts",
      stimuli: ["user is renamed", "update of another user"],
    },
    {
      reason: "the demo accounts have no second factor: tests/e2e/secondFactor.test.ts",
      stimuli: [
        "login requires a code",
        "submit the code",
        "back to the password",
        "code is right",
        "code is wrong",
        "login has to start again",
      ],
      states: ["codeNeeded", "submittingCode"],
    },
    { reason: "over before the first paint", states: ["restoring"] },
  ],
  idle: [
    {
      reason: "sleep and diverging clocks: the browser has one clock",
      stimuli: [
        "click 3000 ms on",
        "click 899999 ms on",
        "wake",
        "wake 899999 ms on",
        "wake 902999 ms on",
        "wake after a missed click in another tab",
        "the computer sleeps 3000 ms",
        "the computer sleeps 903000 ms",
      ],
    },
    {
      reason: "needs a second tab: tests/e2e/idleReload.test.ts",
      stimuli: [
        "another tab was clicked 5000 ms ago",
        "another tab is clicked, its clock ahead",
        "an old click of another tab",
        "a missed click in another tab",
      ],
    },
    {
      reason: "lock mode: tests/e2e/lockScreen.test.ts",
      stimuli: [
        "unlock",
        "password is right",
        "password is wrong",
        "another tab is unlocked",
        "another tab is locked",
        "a missed unlock in another tab",
        "the lock is removed from storage",
      ],
      states: ["locked", "unlocking"],
    },
    {
      reason: "starts and ends with the session, whose paths cover it",
      stimuli: ["watch off", "watch on"],
      states: ["off"],
    },
  ],
  socket: [
    {
      reason: "a page signs in one session at a time: covered by the model only",
      stimuli: ["session 2 starts"],
    },
    {
      reason: "frame contents are tested on their pages: tests/e2e/liveTasks.test.ts",
      stimuli: [
        "task 42 is opened",
        "the fleet is opened",
        "task 42 is closed",
        "heartbeat answered",
        "telemetry",
        "export progress",
        "alarms are perceived",
      ],
    },
  ],
  passwordWarning: [
    {
      reason: "in production only; these paths use the demo: tests/e2e/initialPassword.test.ts and the model",
      stimuli: ["a call is refused until the change"],
    },
    {
      reason: "needs a second tab: tests/shell/requirePassword.test.ts and tests/e2e/initialPassword.test.ts",
      stimuli: ["another tab changed the password"],
    },
    {
      reason: "the warning covers the account menu: tests/shell/requirePassword.test.ts",
      stimuli: ["changed from the account menu"],
    },
  ],
  passwordChange: [],
  secondFactor: { ...noDriver, reason: "tests/e2e/secondFactor.test.ts" },
  list: [
    {
      reason: "each list has a single path: tests/e2e/lists and the model",
      stimuli: [
        "reread",
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
        "load is rate-limited",
      ],
      states: ["redirectingToLastPage"],
    },
    {
      reason:
        "outages take seconds: tests/list/listOutage.test.ts, tests/e2e/errors.test.ts, tests/e2e/serverOutage.test.ts",
      stimuli: ["server is away", "database is busy for 90 s", "page is shown", "page is hidden"],
      states: ["fetching.rereading", "fetching.retrying", "away.waiting", "away.unseen"],
    },
    { reason: "a page loads immediately", states: ["idle"] },
  ],
  listAge: { ...noDriver, reason: "tests/e2e/notifications.test.ts" },
  notifications: { ...noDriver, reason: "tests/e2e/notifications.test.ts" },
  edit: [
    {
      reason: "only the form of invoices fills a field in: tests/e2e/lists/listKeyboard.test.ts",
      stimuli: ["a remark is filled in"],
    },
    {
      reason: "the paths edit an existing channel: tests/e2e/unsavedForms.test.ts and the model",
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
  export: [
    {
      reason: "the download is intercepted, so there is no progress: tests/e2e/admin/exportCentre.test.ts",
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
  statementImport: { ...noDriver, reason: "tests/e2e/orders/statementImport.test.ts" },
  importJobs: { ...noDriver, reason: "tests/e2e/history/trackFiles.test.ts" },
  liveTasks: [
    { reason: "the map is dragged: tests/e2e/map/liveAddress.test.ts", stimuli: ["map moves"] },
    { reason: "intercepted calls have no Retry-After: the model", stimuli: ["list fails for 9 s"] },
    {
      reason: "the tests' server has no other base map: tests/e2e/map/baseMaps.test.ts",
      stimuli: ["base map tdt"],
    },
    { reason: "a page loads immediately", states: ["idle"] },
  ],
  playback: [
    {
      reason: "the slider does not leave the flights: tests/history/playbackRules.test.ts and the model",
      stimuli: ["seek 0 s", "seek 900 s", "600 s on", "scrubbed to 9000 s"],
    },
    {
      reason: "each flight fails by itself, so that a load never breaks as a whole: the model",
      stimuli: ["the load breaks", "the retry breaks"],
    },
    { reason: "a page loads immediately", states: ["idle"] },
  ],
  alarms: [
    {
      reason: "the list acknowledges several only of one priority, and these are one of each: the model",
      stimuli: ["acknowledge b and a"],
    },
    {
      reason: "an aircraft has to be selected: tests/e2e/liveAlarms.test.ts",
      stimuli: ["the card is folded", "the card is unfolded"],
    },
    {
      reason: "only the server is told: the model, tests/alarms/attendance.test.ts",
      stimuli: ["somebody is there"],
      states: ["told"],
    },
    { reason: "intercepted calls have no Retry-After: the model", stimuli: ["load fails for 9 s"] },
  ],
  video: [
    {
      reason: "the same in the browser as the stimuli without these times: the model",
      stimuli: ["stalls 29999 ms on", "stalls 30000 ms on", "progresses 59999 ms on"],
    },
    {
      reason: "renewals without a usable address differ in the answer only: the model",
      stimuli: ["renewed, ended", "renewed, for another program"],
    },
  ],
  statistics: { ...noDriver, reason: "tests/e2e/statistics/statisticsErrors.test.ts" },
  wall: { ...noDriver, reason: "tests/e2e/wall" },
  wallRead: { ...noDriver, reason: "tests/e2e/wall" },
  wallWatchdog: { ...noDriver, reason: "tests/e2e/wall" },
};
