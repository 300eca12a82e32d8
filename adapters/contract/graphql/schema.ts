import { tabSizeDefault } from "./companyView.ts";
import { searchLimitDefault } from "./search.ts";

/**
 * The schema of `/graphql`, read-only. Values of dictionaries are strings; instants are ISO 8601 in UTC; money is in
 * fen; phones are masked. What the caller's roles may not see is null.
 */
export const graphqlSchema = /* GraphQL */ `
type Query {
  "Records of every kind that the text finds, grouped by kind. Groups that the caller may not read are left out."
  search(text: String!, limit: Int = ${searchLimitDefault}): SearchResult!
  "What flies now and has flown today. For admin, operator, maintainer, duty and display."
  overview: Overview!
  "A company with the first rows of everything that belongs to it. For admin, operator and finance."
  company(id: ID!): Company!
}

enum SearchKind { company user order payment invoice task flight drone box hangar }

type SearchResult { groups: [SearchGroup!]! }

type SearchGroup {
  kind: SearchKind!
  hits: [SearchHit!]!
  "Whether there are more than the hits."
  hasMore: Boolean!
}

type SearchHit {
  kind: SearchKind!
  id: ID!
  "Name, or number of a record without a name."
  title: String!
  "What distinguishes it: company, number, model. Empty where there is nothing."
  subtitle: String!
  "Value of the kind's status dictionary."
  status: String!
  "Of an order, a payment or an invoice; null where the caller may not see amounts."
  amountFen: Float
  "Of an order, as far as payments are confirmed; null where the caller may not see amounts."
  paidFen: Float
  "Of an invoice, what red invoices have taken back; null where the caller may not see amounts."
  redFen: Float
  "The record's time: when it was created, paid or flown."
  at: String!
  companyId: ID
  "The order of a payment, the task of a flight."
  parentId: ID
  match: SearchMatch!
}

enum SearchMatch { exact prefix other }

type Overview {
  "When it was read."
  at: String!
  flying: Int!
  "Flights in the air by phase; phases without flights are left out."
  phases: [Count!]!
  lost: Int!
  "Flights that started today in Shanghai, those in the air included."
  flightsToday: Int!
  durationTodayS: Int!
  distanceTodayM: Float!
  "How many of these flights have a mileage with a gap."
  incompleteToday: Int!
  "Open alarms by priority, neither shelved nor suppressed; every priority is present."
  alarms: [Count!]!
  "Who is on duty."
  duty: Duty
  "Hangars by status; every status is present."
  hangars: [Count!]!
  "The last 24 hours of Shanghai, oldest first; the last one is still running."
  hours: [OverviewHour!]!
  "Registered drones that fly while all that they send is refused."
  refusedDrones: RefusedDrones!
}

type RefusedDrones {
  count: Int!
  "Serial numbers of the first ones."
  sns: [String!]!
  reasons: [RefusedReason!]!
}

"Why, by the newest refusal of each drone; the field is null where the sample as a whole is refused."
type RefusedReason { reason: String!, field: String, count: Int! }

"Flights that started in this hour, and the alarms raised in it by priority."
type OverviewHour { from: String!, flights: Int!, p1: Int!, p2: Int!, p3: Int!, p4: Int! }

type Duty {
  "Null where nobody is on duty."
  shift: DutyShift
}
"The names of all who are on duty, and since when the first is."
type DutyShift { staffName: String!, startedAt: String! }

type Count { key: String!, count: Int! }

type Company {
  head: CompanyHead!
  orders(first: Int = ${tabSizeDefault}): OrderTab
  payments(first: Int = ${tabSizeDefault}): PaymentTab
  invoices(first: Int = ${tabSizeDefault}): InvoiceTab
  grants(first: Int = ${tabSizeDefault}): GrantTab
  users(first: Int = ${tabSizeDefault}): UserTab
  devices(first: Int = ${tabSizeDefault}): DeviceTab
  flights(first: Int = ${tabSizeDefault}): FlightTab
  alarms(first: Int = ${tabSizeDefault}): AlarmTab
  sms(first: Int = ${tabSizeDefault}): SmsTab
  audit(first: Int = ${tabSizeDefault}): AuditTab
}

type CompanyHead {
  id: ID!
  version: Int!
  createdAt: String!
  updatedAt: String!
  name: String!
  shortName: String!
  creditCode: String!
  type: String!
  level: String!
  contact: String!
  phone: String!
  emergencyPhone: String!
  regionId: String!
  regionName: String!
  address: String!
  lng: Float
  lat: Float
  channelCodeId: ID
  channelName: String!
  managerId: ID
  managerName: String!
  accountUserId: ID
  accountPhone: String!
  userCount: Int!
  boxCount: Int!
  orderAmountFen: Float
  status: String!
  freezeReason: String!
  "The next end among services in force; the last end once all have ended; null without services."
  expireAt: String
  "The service that ends then."
  expireServiceName: String!
  "Services that end within 30 days."
  expiring30: Int!
  remark: String!
  logoUrl: String!
  logoStatus: String!
  "Days until that end, rounded up; 0 or less once all services have ended; null without services."
  expireInDays: Int
  "Payable minus paid of the orders that wait for payment or audit."
  unpaidFen: Float
  "Applied for and not issued yet."
  openInvoices: Int
  devicesOnline: Int
  deviceCount: Int
  "Flights that have ended and started in this month of Shanghai."
  flightsThisMonth: Int
}

type OrderTab { total: Int!, rows: [CompanyOrder!]! }
type CompanyOrder {
  id: ID!
  orderNo: String!
  createdAt: String!
  type: String!
  status: String!
  goodsNames: String!
  payableFen: Float
  paidFen: Float
  invoiceStatus: String!
}

type PaymentTab { total: Int!, rows: [CompanyPayment!]! }
type CompanyPayment {
  id: ID!
  orderId: ID!
  orderNo: String!
  payNo: String!
  method: String!
  bankSerialNo: String!
  payerName: String!
  amountFen: Float
  paidAt: String!
  status: String!
}

type InvoiceTab { total: Int!, rows: [CompanyInvoice!]! }
type CompanyInvoice {
  id: ID!
  invoiceNo: String!
  title: String!
  type: String!
  status: String!
  amountFen: Float
  redFen: Float
  appliedAt: String!
  issueDate: String
}

type GrantTab { total: Int!, rows: [CompanyGrant!]! }
type CompanyGrant {
  "Null for a grant that starts once its order is approved."
  id: ID
  serviceId: ID!
  serviceName: String!
  kind: String!
  unit: String!
  orderId: ID!
  orderNo: String!
  total: Int!
  used: Int!
  startAt: String
  expireAt: String
  status: String!
}

type UserTab { total: Int!, rows: [CompanyUser!]! }
type CompanyUser {
  id: ID!
  name: String!
  phoneNumber: String!
  role: String!
  status: String!
  lastLoginAt: String
}

type DeviceTab {
  total: Int!
  drones: Int!
  hangars: Int!
  boxes: Int!
  "Of each kind, newest first."
  rows: [CompanyDevice!]!
}
type CompanyDevice {
  id: ID!
  kind: String!
  name: String!
  sn: String!
  model: String!
  "Of the kind's own dictionary."
  status: String!
  lastSeenAt: String
}

type FlightTab { total: Int!, rows: [CompanyFlight!]! }
type CompanyFlight {
  id: ID!
  taskId: ID!
  flightNo: String!
  name: String!
  kind: String!
  status: String!
  droneSn: String!
  pilotName: String!
  startedAt: String!
  durationS: Int
  distanceM: Float
}

type AlarmTab { total: Int!, rows: [CompanyAlarm!]! }
type CompanyAlarm {
  id: ID!
  kind: String!
  priority: String!
  state: String!
  taskNo: String!
  droneSn: String!
  place: String!
  raisedAt: String!
  count: Int!
  "Empty where nobody has acknowledged it."
  acknowledgedByName: String!
}

type SmsTab { total: Int!, rows: [CompanySms!]! }
type CompanySms {
  id: ID!
  createdAt: String!
  type: String!
  phone: String!
  recipientName: String!
  content: String!
  status: String!
}

type AuditTab { total: Int!, rows: [CompanyAction!]! }
type CompanyAction {
  id: ID!
  at: String!
  staffName: String!
  action: String!
  result: String!
  digest: String!
}
`;
