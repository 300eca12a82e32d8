import type { CallName } from "./readSteps.ts";

/** A record's id, and the version that this project's platform wants. */
export interface Own {
  readonly id: string;
  readonly version: number | undefined;
}

interface Act {
  readonly call: CallName;
  readonly args: (own: Own) => object;
}

/** A record that is created, changed and deleted. */
export interface OwnRecord {
  /** By which the list finds it. */
  readonly name: string;
  readonly create: { readonly call: CallName; readonly args: object };
  readonly list: { readonly call: CallName; readonly args: object };
  readonly acts: readonly Act[];
  /** A record that needs this one: made after the acts, gone before what follows. */
  readonly child?: (own: Own) => OwnRecord;
  readonly before: readonly Act[];
  readonly remove: Act;
}

/** What every record is called that a run makes. */
const ownPrefix = "接口核对";

/** The names of a run's records. */
export interface OwnNames {
  readonly name: string;
  readonly note: string;
  readonly stamp: string;
}

/** @param stamp upper-case letters and digits that no earlier run had */
export const createOwnNames = (stamp: string): OwnNames => ({
  name: `${ownPrefix}${stamp}`,
  note: ownPrefix,
  stamp,
});

let requests = 0;
/** A new request id, which this project's platform wants of an act. */
export const withRequestId = () => ({ requestId: `conformance-${Date.now()}-${++requests}` });
const inBody =
  (more: object = {}) =>
  (own: Own) => ({ body: { ...own, ...withRequestId(), ...more } });
const inPath = ({ id, version }: Own) => ({ params: { id }, query: { version, ...withRequestId() } });

/**
 * The records of a run.
 * @param stamp upper-case letters and digits that no earlier run had
 * @param boxId the box that gets a module, if there is one
 */
export function createOwnRecords(stamp: string, boxId: string | undefined): readonly OwnRecord[] {
  const { name } = createOwnNames(stamp);
  const find = (call: CallName) => ({ call, args: { body: { pageNo: 1, pageSize: 10, keyword: name } } });
  const goods = ({ id }: Own): OwnRecord => ({
    name,
    create: {
      call: "goodsSave",
      args: {
        body: {
          name,
          code: `G${stamp}`,
          items: [{ serviceId: id, quantity: 1 }],
          months: 12,
          originPriceFen: 100,
          priceFen: 100,
          ...withRequestId(),
        },
      },
    },
    list: find("goodsPageList"),
    acts: [{ call: "goodsSave", args: inBody({ description: ownPrefix }) }],
    before: [],
    remove: { call: "goodsDelete", args: inPath },
  });
  const channel: OwnRecord = {
    name,
    create: {
      call: "channelCreate",
      args: {
        body: { name, code: `C${stamp}`, contact: ownPrefix, phone: "13900000000", ...withRequestId() },
      },
    },
    list: find("channelPageList"),
    acts: [{ call: "channelUpdate", args: inBody({ remark: ownPrefix }) }],
    before: [],
    remove: { call: "channelDelete", args: inPath },
  };
  const service: OwnRecord = {
    name,
    create: {
      call: "serviceModify",
      args: {
        body: {
          name,
          code: `S${stamp}`,
          kind: "support",
          unit: "次",
          priceFen: 100,
          taxCode: "3040203000000000000",
          ...withRequestId(),
        },
      },
    },
    list: find("servicePageList"),
    acts: [
      { call: "serviceModify", args: inBody({ description: ownPrefix }) },
      { call: "serviceUpShelf", args: inPath },
    ],
    child: goods,
    before: [{ call: "serviceSoldOut", args: inPath }],
    remove: { call: "serviceDelete", args: inPath },
  };
  const plus = (box: string): OwnRecord => ({
    name,
    create: {
      call: "plusAdd",
      args: { body: { boxId: box, name, kind: "light", sn: `P${stamp}`, ...withRequestId() } },
    },
    list: { call: "plusList", args: { params: { id: box } } },
    acts: [{ call: "plusUpdate", args: inBody({ status: "off" }) }],
    before: [],
    remove: { call: "plusDel", args: inPath },
  });
  return [channel, service, ...(boxId === undefined ? [] : [plus(boxId)])];
}
