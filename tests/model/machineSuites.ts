import type { Subject } from "./defineSubject.ts";
import { alarmsSubject } from "./subjects/alarms.ts";
import { editSubject } from "./subjects/edit.ts";
import { exportSubject } from "./subjects/export.ts";
import { idleLockSubject, idleReloadedSubjects, idleSubject } from "./subjects/idle.ts";
import { importJobsSubject } from "./subjects/importJobs.ts";
import { layoutClosedSubject, layoutNarrowSubject, layoutSubject } from "./subjects/layout.ts";
import { listSubject } from "./subjects/list.ts";
import { listAgeSubject } from "./subjects/listAge.ts";
import { liveTasksSubject } from "./subjects/liveTasks.ts";
import { logoSubject } from "./subjects/logo.ts";
import { notificationsSubject } from "./subjects/notifications.ts";
import { passwordChangeSubject } from "./subjects/passwordChange.ts";
import { passwordWarningSubject } from "./subjects/passwordWarning.ts";
import { playbackSubject } from "./subjects/playback.ts";
import { secondFactorSubject } from "./subjects/secondFactor.ts";
import { sessionSubject } from "./subjects/session.ts";
import { socketSubjects } from "./subjects/socket.ts";
import { statementImportSubject } from "./subjects/statementImport.ts";
import { statisticsSubject } from "./subjects/statistics.ts";
import { tagsSubject } from "./subjects/tags.ts";
import { uploadSubject } from "./subjects/upload.ts";
import { videoSubject } from "./subjects/video.ts";
import { wallSubject } from "./subjects/wall.ts";
import { wallReadSubject } from "./subjects/wallRead.ts";
import { wallWatchdogSubject } from "./subjects/wallWatchdog.ts";

/** One machine with all its subjects, which together must cover it. */
export interface MachineSuite {
  readonly machine: string;
  readonly subjects: readonly [Subject, ...Subject[]];
}

/** All machines of `machines/*.machine.ts`. */
export const machineSuites: readonly MachineSuite[] = [
  { machine: "session", subjects: [sessionSubject] },
  { machine: "idle", subjects: [idleSubject, idleLockSubject, ...idleReloadedSubjects] },
  { machine: "socket", subjects: socketSubjects },
  { machine: "passwordWarning", subjects: [passwordWarningSubject] },
  { machine: "passwordChange", subjects: [passwordChangeSubject] },
  { machine: "secondFactor", subjects: [secondFactorSubject] },
  { machine: "list", subjects: [listSubject] },
  { machine: "listAge", subjects: [listAgeSubject] },
  { machine: "edit", subjects: [editSubject] },
  { machine: "notifications", subjects: [notificationsSubject] },
  { machine: "export", subjects: [exportSubject] },
  { machine: "layout", subjects: [layoutSubject, layoutNarrowSubject, layoutClosedSubject] },
  { machine: "tags", subjects: [tagsSubject] },
  { machine: "logo", subjects: [logoSubject] },
  { machine: "upload", subjects: [uploadSubject] },
  { machine: "statementImport", subjects: [statementImportSubject] },
  { machine: "importJobs", subjects: [importJobsSubject] },
  { machine: "liveTasks", subjects: [liveTasksSubject] },
  { machine: "playback", subjects: [playbackSubject] },
  { machine: "video", subjects: [videoSubject] },
  { machine: "alarms", subjects: [alarmsSubject] },
  { machine: "statistics", subjects: [statisticsSubject] },
  { machine: "wall", subjects: [wallSubject] },
  { machine: "wallRead", subjects: [wallReadSubject] },
  { machine: "wallWatchdog", subjects: [wallWatchdogSubject] },
];
