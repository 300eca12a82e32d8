import type { AnyStateMachine } from "xstate";
import { editMachine } from "../../machines/edit.machine.ts";
import { exportingMachine } from "../../machines/exporting.machine.ts";
import { idleMachine } from "../../machines/idle.machine.ts";
import { layoutMachine } from "../../machines/layout.machine.ts";
import { listMachine } from "../../machines/list.machine.ts";
import { liveTasksMachine } from "../../machines/liveTasks.machine.ts";
import { logoMachine } from "../../machines/logo.machine.ts";
import { passwordChangeMachine } from "../../machines/passwordChange.machine.ts";
import { passwordWarningMachine } from "../../machines/passwordWarning.machine.ts";
import { sessionMachine } from "../../machines/session.machine.ts";
import { socketMachine } from "../../machines/socket.machine.ts";
import { boxBindingMachine } from "../../machines/status/boxBinding.ts";
import { channelStatusMachine } from "../../machines/status/channel.ts";
import { companyStatusMachine } from "../../machines/status/company.ts";
import { goodsStatusMachine } from "../../machines/status/goods.ts";
import { hangarStatusMachine } from "../../machines/status/hangar.ts";
import { invoiceStatusMachine } from "../../machines/status/invoice.ts";
import { orderStatusMachine } from "../../machines/status/order.ts";
import { orderPayStatusMachine } from "../../machines/status/orderPay.ts";
import { serviceStatusMachine } from "../../machines/status/service.ts";
import { smsStatusMachine } from "../../machines/status/sms.ts";
import { smsBatchStatusMachine } from "../../machines/status/smsBatch.ts";
import { staffStatusMachine } from "../../machines/status/staff.ts";
import { userStatusMachine } from "../../machines/status/user.ts";
import { tagsMachine } from "../../machines/tags.machine.ts";
import { uploadMachine } from "../../machines/upload.machine.ts";

// A machine that is only drawn is never started: nothing asks its port for anything.
const unusedPort = {} as never;

/** Every machine of the project, by the file it stands in. */
export const machineList: Readonly<Record<string, AnyStateMachine>> = {
  "edit.machine": editMachine(unusedPort),
  "exporting.machine": exportingMachine(unusedPort),
  "idle.machine": idleMachine(unusedPort),
  "layout.machine": layoutMachine(unusedPort),
  "list.machine": listMachine(unusedPort),
  "liveTasks.machine": liveTasksMachine(unusedPort),
  "logo.machine": logoMachine(unusedPort),
  "passwordChange.machine": passwordChangeMachine(unusedPort),
  "passwordWarning.machine": passwordWarningMachine(unusedPort),
  "session.machine": sessionMachine(unusedPort),
  "socket.machine": socketMachine(unusedPort),
  "status/boxBinding": boxBindingMachine.machine,
  "status/channel": channelStatusMachine.machine,
  "status/company": companyStatusMachine.machine,
  "status/goods": goodsStatusMachine.machine,
  "status/hangar": hangarStatusMachine.machine,
  "status/invoice": invoiceStatusMachine.machine,
  "status/order": orderStatusMachine.machine,
  "status/orderPay": orderPayStatusMachine.machine,
  "status/service": serviceStatusMachine.machine,
  "status/sms": smsStatusMachine.machine,
  "status/smsBatch": smsBatchStatusMachine.machine,
  "status/staff": staffStatusMachine.machine,
  "status/user": userStatusMachine.machine,
  "tags.machine": tagsMachine(unusedPort),
  "upload.machine": uploadMachine(unusedPort),
};
