CREATE TABLE "access_keys" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"company_id" "int8" NOT NULL,
	"access_key" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" "int8" NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"staff_id" "int8",
	"staff_name" text NOT NULL,
	"address" text NOT NULL,
	"call" text NOT NULL,
	"summary" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "captchas" (
	"id" text PRIMARY KEY NOT NULL,
	"answer" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_codes" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"name" text NOT NULL,
	"name_order" text collate "C" NOT NULL,
	"code" text NOT NULL,
	"contact" text NOT NULL,
	"phone" text NOT NULL,
	"ratio" numeric(5, 2) NOT NULL,
	"status" text DEFAULT 'on' NOT NULL,
	"expire_at" timestamp (3) with time zone,
	"company_count" integer DEFAULT 0 NOT NULL,
	"order_amount_fen" bigint DEFAULT 0 NOT NULL,
	"commission_fen" bigint DEFAULT 0 NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "channel_codes_status_check" CHECK ("channel_codes"."status" in ('on', 'off')),
	CONSTRAINT "channel_codes_ratio_check" CHECK ("channel_codes"."ratio" between 0 and 100),
	CONSTRAINT "channel_codes_code_check" CHECK ("channel_codes"."code" ~ '^[A-Z0-9]{6,12}$')
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"name" text NOT NULL,
	"name_order" text collate "C" NOT NULL,
	"short_name" text NOT NULL,
	"credit_code" text NOT NULL,
	"type" text NOT NULL,
	"level" text NOT NULL,
	"contact" text NOT NULL,
	"phone" text NOT NULL,
	"emergency_phone" text DEFAULT '' NOT NULL,
	"region_id" text collate "C" NOT NULL,
	"region_name" text NOT NULL,
	"address" text NOT NULL,
	"lng" double precision,
	"lat" double precision,
	"channel_code_id" "int8",
	"channel_name" text DEFAULT '' NOT NULL,
	"manager_id" "int8",
	"manager_name" text DEFAULT '' NOT NULL,
	"account_user_id" "int8",
	"account_phone" text DEFAULT '' NOT NULL,
	"user_count" integer DEFAULT 0 NOT NULL,
	"box_count" integer DEFAULT 0 NOT NULL,
	"order_amount_fen" bigint DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'normal' NOT NULL,
	"freeze_reason" text DEFAULT '' NOT NULL,
	"expire_at" timestamp (3) with time zone,
	"remark" text DEFAULT '' NOT NULL,
	"logo_url" text DEFAULT '' NOT NULL,
	"logo_status" text DEFAULT 'none' NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "companies_type_check" CHECK ("companies"."type" in ('enterprise', 'government', 'institution', 'individual')),
	CONSTRAINT "companies_level_check" CHECK ("companies"."level" in ('A', 'B', 'C', 'D')),
	CONSTRAINT "companies_status_check" CHECK ("companies"."status" in ('normal', 'frozen')),
	CONSTRAINT "companies_logo_status_check" CHECK ("companies"."logo_status" in ('none', 'draft', 'submitted'))
);
--> statement-breakpoint
CREATE TABLE "dictionary_entries" (
	"key" text NOT NULL,
	"value" text NOT NULL,
	"label" text NOT NULL,
	"color" text,
	"sort" integer NOT NULL,
	CONSTRAINT "dictionary_entries_key_value_pk" PRIMARY KEY("key","value")
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"subject" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"locked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "memories" (
	"staff_id" "int8" NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "memories_staff_id_key_pk" PRIMARY KEY("staff_id","key")
);
--> statement-breakpoint
CREATE TABLE "password_history" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"staff_id" "int8" NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "regions" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"parent_id" text collate "C",
	"name" text NOT NULL,
	"full_name" text NOT NULL,
	"level" text NOT NULL,
	"lng" double precision,
	"lat" double precision,
	"has_children" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"staff_id" "int8" NOT NULL,
	"call" text NOT NULL,
	"request_id" text NOT NULL,
	"input_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "requests_staff_id_call_request_id_pk" PRIMARY KEY("staff_id","call","request_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"staff_id" "int8" NOT NULL,
	"platform" text NOT NULL,
	"token_hash" text NOT NULL,
	"u_token_hash" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"name" text NOT NULL,
	"name_order" text collate "C" NOT NULL,
	"phone_number" text NOT NULL,
	"roles" text[] NOT NULL,
	"status" text DEFAULT 'normal' NOT NULL,
	"avatar" text DEFAULT '' NOT NULL,
	"introduction" text DEFAULT '' NOT NULL,
	"last_login_at" timestamp (3) with time zone,
	"password_hash" text NOT NULL,
	"password_changed_at" timestamp (3) with time zone NOT NULL,
	"must_change" boolean DEFAULT true NOT NULL,
	"password_weak" boolean DEFAULT false NOT NULL,
	"warning_ignored_until" timestamp (3) with time zone,
	"initial_ignored" integer DEFAULT 0 NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "staff_status_check" CHECK ("staff"."status" in ('normal', 'disabled'))
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"content_type" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" "int8" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" "int8" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"name" text NOT NULL,
	"name_order" text collate "C" NOT NULL,
	"phone_number" text NOT NULL,
	"company_id" "int8" NOT NULL,
	"company_name" text NOT NULL,
	"company_name_order" text collate "C" NOT NULL,
	"role" text NOT NULL,
	"licence_no" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'normal' NOT NULL,
	"freeze_reason" text DEFAULT '' NOT NULL,
	"password_hash" text NOT NULL,
	"must_change" boolean DEFAULT true NOT NULL,
	"last_login_at" timestamp (3) with time zone,
	"search" text NOT NULL,
	CONSTRAINT "users_role_check" CHECK ("users"."role" in ('owner', 'manager', 'pilot', 'viewer')),
	CONSTRAINT "users_status_check" CHECK ("users"."status" in ('normal', 'frozen'))
);
--> statement-breakpoint
ALTER TABLE "access_keys" ADD CONSTRAINT "access_keys_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_region_id_regions_id_fk" FOREIGN KEY ("region_id") REFERENCES "public"."regions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_channel_code_id_channel_codes_id_fk" FOREIGN KEY ("channel_code_id") REFERENCES "public"."channel_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_history" ADD CONSTRAINT "password_history_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_keys_access_key_key" ON "access_keys" USING btree ("access_key");--> statement-breakpoint
CREATE INDEX "access_keys_company" ON "access_keys" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_at_idx" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_entity_idx" ON "audit_log" USING btree ("entity","entity_id");--> statement-breakpoint
CREATE INDEX "audit_log_staff_id_idx" ON "audit_log" USING btree ("staff_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_codes_code_key" ON "channel_codes" USING btree ("code") WHERE "channel_codes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "channel_codes_created_at" ON "channel_codes" USING btree ("created_at","id") WHERE "channel_codes"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "companies_name_key" ON "companies" USING btree ("name") WHERE "companies"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "companies_credit_code_key" ON "companies" USING btree ("credit_code") WHERE "companies"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "companies_created_at" ON "companies" USING btree ("created_at","id") WHERE "companies"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "companies_updated_at" ON "companies" USING btree ("updated_at","id") WHERE "companies"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "companies_name_order" ON "companies" USING btree ("name_order","id") WHERE "companies"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "companies_level" ON "companies" USING btree ("level","id") WHERE "companies"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "companies_user_count" ON "companies" USING btree ("user_count","id") WHERE "companies"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "companies_box_count" ON "companies" USING btree ("box_count","id") WHERE "companies"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "companies_order_amount" ON "companies" USING btree ("order_amount_fen","id") WHERE "companies"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "companies_status" ON "companies" USING btree ("status","id") WHERE "companies"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "companies_expire_at" ON "companies" USING btree ("expire_at","id") WHERE "companies"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "companies_expire_at_desc" ON "companies" USING btree ("expire_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "companies"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "companies_region" ON "companies" USING btree ("region_id") WHERE "companies"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "companies_manager" ON "companies" USING btree ("manager_id") WHERE "companies"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "companies_channel" ON "companies" USING btree ("channel_code_id") WHERE "companies"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "companies_search" ON "companies" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "password_history_staff_id_idx" ON "password_history" USING btree ("staff_id","created_at");--> statement-breakpoint
CREATE INDEX "regions_parent" ON "regions" USING btree ("parent_id","id");--> statement-breakpoint
CREATE INDEX "requests_created_at_idx" ON "requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_staff_id_idx" ON "sessions" USING btree ("staff_id","platform");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_phone_number_key" ON "staff" USING btree ("phone_number") WHERE "staff"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone_number_key" ON "users" USING btree ("phone_number") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_created_at" ON "users" USING btree ("created_at","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_name_order" ON "users" USING btree ("name_order","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_company_name_order" ON "users" USING btree ("company_name_order","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_status" ON "users" USING btree ("status","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_last_login_at" ON "users" USING btree ("last_login_at","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_last_login_at_desc" ON "users" USING btree ("last_login_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_company" ON "users" USING btree ("company_id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search" gin_trgm_ops);