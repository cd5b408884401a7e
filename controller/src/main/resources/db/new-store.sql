CREATE USER IF NOT EXISTS "" PASSWORD '' ADMIN;
CREATE CACHED TABLE "public"."flyway_schema_history"(
    "installed_rank" INTEGER NOT NULL,
    "version" CHARACTER VARYING(50),
    "description" CHARACTER VARYING(200) NOT NULL,
    "type" CHARACTER VARYING(20) NOT NULL,
    "script" CHARACTER VARYING(1000) NOT NULL,
    "checksum" INTEGER,
    "installed_by" CHARACTER VARYING(100) NOT NULL,
    "installed_on" TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "execution_time" INTEGER NOT NULL,
    "success" BOOLEAN NOT NULL
);
ALTER TABLE "public"."flyway_schema_history" ADD CONSTRAINT "public"."flyway_schema_history_pk" PRIMARY KEY("installed_rank");
INSERT INTO "public"."flyway_schema_history" VALUES(-1, NULL, '<< Flyway Schema History table created >>', 'TABLE', '', NULL, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(1, '1', 'runs and timings', 'SQL', 'V1__runs_and_timings.sql', -844210015, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(2, '2', 'evidence strips', 'SQL', 'V2__evidence_strips.sql', -1018938208, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(3, '3', 'validity and checksums', 'SQL', 'V3__validity_and_checksums.sql', -1144966811, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(4, '4', 'disk and network', 'SQL', 'V4__disk_and_network.sql', -1122723133, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(5, '5', 'stages', 'SQL', 'V5__stages.sql', 1835935112, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(6, '6', 'run profiles', 'SQL', 'V6__run_profiles.sql', -864762124, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(7, '7', 'drained agents', 'SQL', 'V7__drained_agents.sql', 1983398307, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(8, '8', 'load points with losses', 'SQL', 'V8__load_points_with_losses.sql', 672552335, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(9, '9', 'numbered rows', 'SQL', 'V9__numbered_rows.sql', 557835920, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(10, '9.1', 'retention', 'SQL', 'V9_1__retention.sql', 1306121847, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(11, '10', 'samples', 'SQL', 'V10__samples.sql', 1559171028, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(12, '20', 'controllers', 'SQL', 'V20__controllers.sql', -1923091293, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(13, '21', 'session positions', 'SQL', 'V21__session_positions.sql', 120018961, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(14, '22', 'ended early', 'SQL', 'V22__ended_early.sql', 1679112735, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(15, '23', 'load point account', 'SQL', 'V23__load_point_account.sql', 652644404, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(16, '24', 'pauses and queues', 'SQL', 'V24__pauses_and_queues.sql', -489873773, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(17, '25', 'bounds of unknown samples', 'SQL', 'V25__bounds_of_unknown_samples.sql', 1809623419, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(18, '26', 'handled windows', 'SQL', 'V26__handled_windows.sql', 890920196, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(19, '27', 'owners of sessions', 'SQL', 'V27__owners_of_sessions.sql', 874685947, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(20, '28', 'store identity', 'SQL', 'V28__store_identity.sql', 134374721, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(21, '29', 'fences', 'SQL', 'V29__fences.sql', -1578692625, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(22, '30', 'measuring desktops', 'SQL', 'V30__measuring_desktops.sql', -1365512641, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(23, '31', 'enrolment', 'SQL', 'V31__enrolment.sql', 1293803521, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(24, '32', 'schemas of controllers', 'SQL', 'V32__schemas_of_controllers.sql', 253940367, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(25, '33', 'people', 'SQL', 'V33__people.sql', -666911772, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(26, '34', 'imported and restored', 'SQL', 'V34__imported_and_restored.sql', -1946939917, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(27, '35', 'controllers of an authority', 'SQL', 'V35__controllers_of_an_authority.sql', -19777147, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(28, '36', 'certificates of agents', 'SQL', 'V36__certificates_of_agents.sql', 710555270, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(29, '37', 'installations', 'SQL', 'V37__installations.sql', -1875642333, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(30, '38', 'installations of agents', 'SQL', 'V38__installations_of_agents.sql', 1696384900, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(31, '39', 'keys of joined agents', 'SQL', 'V39__keys_of_joined_agents.sql', -2140251713, '', CURRENT_TIMESTAMP, 0, TRUE);
INSERT INTO "public"."flyway_schema_history" VALUES(32, '40', 'expected machines', 'SQL', 'V40__expected_machines.sql', 1328295193, '', CURRENT_TIMESTAMP, 0, TRUE);
CREATE INDEX "public"."flyway_schema_history_s_idx" ON "public"."flyway_schema_history"("success" NULLS LAST);
CREATE CACHED TABLE "public"."controller"(
    "id" CHARACTER VARYING(64) NOT NULL,
    "instance" CHARACTER VARYING(64) NOT NULL,
    "name" CHARACTER VARYING(1000) NOT NULL,
    "renewed_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    "schema_from" CHARACTER VARYING(20) DEFAULT '' NOT NULL,
    "schema_to" CHARACTER VARYING(20) DEFAULT '' NOT NULL
);
ALTER TABLE "public"."controller" ADD CONSTRAINT "public"."CONSTRAINT_25" PRIMARY KEY("id");
CREATE CACHED TABLE "public"."run_agent"(
    "run_id" CHARACTER VARYING(64) NOT NULL,
    "agent" CHARACTER VARYING(200) NOT NULL,
    "host" CHARACTER VARYING(200) NOT NULL,
    "version" CHARACTER VARYING(100) NOT NULL,
    "facts" CHARACTER VARYING NOT NULL
);
ALTER TABLE "public"."run_agent" ADD CONSTRAINT "public"."CONSTRAINT_E2" PRIMARY KEY("run_id", "agent");
CREATE CACHED TABLE "public"."session_desktop"(
    "run_id" CHARACTER VARYING(64) NOT NULL,
    "session" INTEGER NOT NULL,
    "agent" CHARACTER VARYING(200) NOT NULL,
    "measures" BOOLEAN DEFAULT TRUE NOT NULL
);
ALTER TABLE "public"."session_desktop" ADD CONSTRAINT "public"."CONSTRAINT_B0" PRIMARY KEY("run_id", "session", "agent");
CREATE CACHED TABLE "public"."stage_log"(
    "id" BIGINT GENERATED BY DEFAULT AS IDENTITY(START WITH 1) NOT NULL,
    "run_id" CHARACTER VARYING(64) NOT NULL,
    "at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    "state" CHARACTER VARYING(20) NOT NULL,
    "entered" BOOLEAN NOT NULL,
    "message" CHARACTER VARYING NOT NULL,
    "done" INTEGER DEFAULT 0 NOT NULL,
    "total" INTEGER DEFAULT 0 NOT NULL,
    "what" CHARACTER VARYING(100) DEFAULT '' NOT NULL,
    "session" INTEGER DEFAULT -1 NOT NULL
);
ALTER TABLE "public"."stage_log" ADD CONSTRAINT "public"."CONSTRAINT_6" PRIMARY KEY("id");
CREATE INDEX "public"."stage_log_run" ON "public"."stage_log"("run_id" NULLS LAST);
CREATE CACHED TABLE "public"."run_profile"(
    "id" CHARACTER VARYING(100) NOT NULL,
    "version" INTEGER NOT NULL,
    "saved_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    "yaml" CHARACTER VARYING NOT NULL
);
ALTER TABLE "public"."run_profile" ADD CONSTRAINT "public"."CONSTRAINT_22" PRIMARY KEY("id", "version");
CREATE CACHED TABLE "public"."session"(
    "run_id" CHARACTER VARYING(64) NOT NULL,
    "session" INTEGER NOT NULL,
    "agent" CHARACTER VARYING(200) NOT NULL,
    "asked_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    "state" CHARACTER VARYING(20) NOT NULL,
    "iteration" INTEGER NOT NULL,
    "logon_nanos" BIGINT NOT NULL,
    "detail" CHARACTER VARYING NOT NULL,
    "load_position" INTEGER,
    "logon_queued_nanos" BIGINT
);
ALTER TABLE "public"."session" ADD CONSTRAINT "public"."CONSTRAINT_76" PRIMARY KEY("run_id", "session");
CREATE CACHED TABLE "public"."load_point"(
    "run_id" CHARACTER VARYING(64) NOT NULL,
    "number" INTEGER NOT NULL,
    "sessions" INTEGER NOT NULL,
    "extensions" INTEGER NOT NULL,
    "started_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    "window_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    "ended_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    "resources" CHARACTER VARYING NOT NULL,
    "worked" CHARACTER VARYING,
    "failure" CHARACTER VARYING,
    "in_time" CHARACTER VARYING,
    "samples_in_time" CHARACTER VARYING,
    "ended_early" CHARACTER VARYING(500) DEFAULT '' NOT NULL,
    "brief" BOOLEAN DEFAULT FALSE NOT NULL,
    "logons" CHARACTER VARYING,
    "not_judged" CHARACTER VARYING(2000) DEFAULT '' NOT NULL
);
ALTER TABLE "public"."load_point" ADD CONSTRAINT "public"."CONSTRAINT_763B" PRIMARY KEY("run_id", "number");
CREATE CACHED TABLE "public"."issuing_controller"(
    "subject" CHARACTER VARYING(300) NOT NULL,
    "id" CHARACTER VARYING(64) NOT NULL,
    "host" CHARACTER VARYING(300) NOT NULL,
    "join_token" CHARACTER VARYING(64) NOT NULL,
    "joined_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    "revoked_at" TIMESTAMP(6) WITH TIME ZONE,
    "revoked_because" CHARACTER VARYING(1000)
);
ALTER TABLE "public"."issuing_controller" ADD CONSTRAINT "public"."CONSTRAINT_E1" PRIMARY KEY("subject");
CREATE CACHED TABLE "public"."load_point_session"(
    "run_id" CHARACTER VARYING(64) NOT NULL,
    "number" INTEGER NOT NULL,
    "session" INTEGER NOT NULL,
    "first_iteration" INTEGER NOT NULL,
    "end_iteration" INTEGER NOT NULL,
    "discarded" BOOLEAN NOT NULL
);
ALTER TABLE "public"."load_point_session" ADD CONSTRAINT "public"."CONSTRAINT_3" PRIMARY KEY("run_id", "number", "session");
CREATE CACHED TABLE "public"."samples"(
    "id" BIGINT GENERATED BY DEFAULT AS IDENTITY(START WITH 1) NOT NULL,
    "run_id" CHARACTER VARYING(64) NOT NULL,
    "session" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "iteration" INTEGER NOT NULL,
    "workload" CHARACTER VARYING(200) NOT NULL,
    "operation" CHARACTER VARYING(200) NOT NULL,
    "metric" CHARACTER VARYING(200) NOT NULL,
    "timing" BIGINT NOT NULL,
    "from_nanos" BIGINT NOT NULL,
    "to_nanos" BIGINT NOT NULL,
    "measured" DOUBLE PRECISION,
    "uncertainty" DOUBLE PRECISION,
    "why_unknown" CHARACTER VARYING NOT NULL,
    "no_better_than" DOUBLE PRECISION
);
ALTER TABLE "public"."samples" ADD CONSTRAINT "public"."CONSTRAINT_6F" PRIMARY KEY("id");
CREATE CACHED TABLE "public"."retention"(
    "id" INTEGER NOT NULL,
    "days" INTEGER,
    "runs" INTEGER,
    "megabytes" BIGINT
);
ALTER TABLE "public"."retention" ADD CONSTRAINT "public"."CONSTRAINT_AD" PRIMARY KEY("id");
CREATE CACHED TABLE "public"."client_agent"(
    "agent" CHARACTER VARYING(200) NOT NULL
);
ALTER TABLE "public"."client_agent" ADD CONSTRAINT "public"."CONSTRAINT_BE" PRIMARY KEY("agent");
CREATE CACHED TABLE "public"."evidence_left_out"(
    "run_id" CHARACTER VARYING(64) NOT NULL,
    "agent" CHARACTER VARYING(200) NOT NULL,
    "pictures" BIGINT NOT NULL
);
ALTER TABLE "public"."evidence_left_out" ADD CONSTRAINT "public"."CONSTRAINT_AB" PRIMARY KEY("run_id", "agent");
CREATE CACHED TABLE "public"."evidence"(
    "run_id" CHARACTER VARYING(64) NOT NULL,
    "name" CHARACTER VARYING(200) NOT NULL,
    "session" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "strip" BINARY VARYING
);
ALTER TABLE "public"."evidence" ADD CONSTRAINT "public"."CONSTRAINT_16D" PRIMARY KEY("run_id", "name");
CREATE CACHED TABLE "public"."drained_agent"(
    "agent" CHARACTER VARYING(200) NOT NULL
);
ALTER TABLE "public"."drained_agent" ADD CONSTRAINT "public"."CONSTRAINT_37" PRIMARY KEY("agent");
CREATE CACHED TABLE "public"."resource_sample"(
    "run_id" CHARACTER VARYING(64) NOT NULL,
    "agent" CHARACTER VARYING(200) NOT NULL,
    "wall_micros" BIGINT NOT NULL,
    "host_cpu_percent" DOUBLE PRECISION NOT NULL,
    "harness_cpu_percent" DOUBLE PRECISION NOT NULL,
    "memory_used_bytes" BIGINT NOT NULL,
    "memory_total_bytes" BIGINT NOT NULL,
    "harness_memory_bytes" BIGINT NOT NULL,
    "disk_read" BIGINT DEFAULT 0 NOT NULL,
    "disk_written" BIGINT DEFAULT 0 NOT NULL,
    "network_received" BIGINT DEFAULT 0 NOT NULL,
    "network_sent" BIGINT DEFAULT 0 NOT NULL,
    "id" BIGINT GENERATED BY DEFAULT AS IDENTITY(START WITH 1) NOT NULL,
    "longest_pause_ms" DOUBLE PRECISION
);
CREATE INDEX "public"."resource_sample_run" ON "public"."resource_sample"("run_id" NULLS LAST);
CREATE INDEX "public"."resource_sample_order" ON "public"."resource_sample"("run_id" NULLS LAST, "id" NULLS LAST);
CREATE CACHED TABLE "public"."store_identity"(
    "place" INTEGER NOT NULL,
    "id" CHARACTER VARYING(64) NOT NULL,
    "restored_at" TIMESTAMP(6) WITH TIME ZONE
);
ALTER TABLE "public"."store_identity" ADD CONSTRAINT "public"."CONSTRAINT_8" PRIMARY KEY("place");
CREATE CACHED TABLE "public"."timing"(
    "id" BIGINT GENERATED BY DEFAULT AS IDENTITY(START WITH 1) NOT NULL,
    "run_id" CHARACTER VARYING(64) NOT NULL,
    "session" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "iteration" INTEGER NOT NULL,
    "workload" CHARACTER VARYING(200) NOT NULL,
    "operation" CHARACTER VARYING(200) NOT NULL,
    "op_group" CHARACTER VARYING(1) NOT NULL,
    "outcome" CHARACTER VARYING(30) NOT NULL,
    "wall_fired_micros" BIGINT NOT NULL,
    "think_nanos" BIGINT NOT NULL,
    "intended_at" BIGINT NOT NULL,
    "fired_at" BIGINT NOT NULL,
    "last_without_at" BIGINT NOT NULL,
    "shown_at" BIGINT NOT NULL,
    "detail" CHARACTER VARYING NOT NULL,
    "handled" INTEGER DEFAULT 0 NOT NULL
);
ALTER TABLE "public"."timing" ADD CONSTRAINT "public"."CONSTRAINT_5" PRIMARY KEY("id");
CREATE CACHED TABLE "public"."enrolled_agent"(
    "agent" CHARACTER VARYING(200) NOT NULL,
    "host" CHARACTER VARYING(300) NOT NULL,
    "labels" CHARACTER VARYING(4000) NOT NULL,
    "join_token" CHARACTER VARYING(64) NOT NULL,
    "enrolled_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    "certificate_until" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    "revoked_at" TIMESTAMP(6) WITH TIME ZONE,
    "revoked_because" CHARACTER VARYING(1000),
    "certificate" CHARACTER VARYING(100),
    "certificate_issuer" CHARACTER VARYING(300),
    "former_certificate" CHARACTER VARYING(100),
    "join_key" CHARACTER VARYING(64)
);
ALTER TABLE "public"."enrolled_agent" ADD CONSTRAINT "public"."CONSTRAINT_7E" PRIMARY KEY("agent");
CREATE INDEX "public"."enrolled_agent_of_key" ON "public"."enrolled_agent"("join_key" NULLS LAST);
CREATE CACHED TABLE "public"."controller_authority"(
    "controller" CHARACTER VARYING(200) NOT NULL,
    "fingerprint" CHARACTER VARYING(200) NOT NULL
);
ALTER TABLE "public"."controller_authority" ADD CONSTRAINT "public"."CONSTRAINT_6C" PRIMARY KEY("controller");
CREATE CACHED TABLE "public"."join_token"(
    "id" CHARACTER VARYING(64) NOT NULL,
    "secret_hash" CHARACTER VARYING(64) NOT NULL,
    "labels" CHARACTER VARYING(4000) NOT NULL,
    "machines" INTEGER NOT NULL,
    "joined" INTEGER NOT NULL,
    "created_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    "expires_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    "withdrawn" BOOLEAN NOT NULL,
    "for_controller" BOOLEAN DEFAULT FALSE NOT NULL
);
ALTER TABLE "public"."join_token" ADD CONSTRAINT "public"."CONSTRAINT_6F1" PRIMARY KEY("id");
CREATE CACHED TABLE "public"."deleted_run"(
    "id" CHARACTER VARYING(64) NOT NULL,
    "deleted_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL
);
ALTER TABLE "public"."deleted_run" ADD CONSTRAINT "public"."CONSTRAINT_BD" PRIMARY KEY("id");
CREATE CACHED TABLE "public"."expected_machine"(
    "name" CHARACTER VARYING(255) NOT NULL
);
ALTER TABLE "public"."expected_machine" ADD CONSTRAINT "public"."CONSTRAINT_82" PRIMARY KEY("name");
CREATE CACHED TABLE "public"."person"(
    "id" CHARACTER VARYING(64) NOT NULL,
    "name" CHARACTER VARYING(100) NOT NULL,
    "role" CHARACTER VARYING(20) NOT NULL,
    "password" CHARACTER VARYING(300),
    "issuer" CHARACTER VARYING(500),
    "subject" CHARACTER VARYING(300),
    "disabled" BOOLEAN NOT NULL,
    "created_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL
);
ALTER TABLE "public"."person" ADD CONSTRAINT "public"."CONSTRAINT_C" PRIMARY KEY("id");
CREATE CACHED TABLE "public"."login_session"(
    "id" CHARACTER VARYING(64) NOT NULL,
    "secret_hash" CHARACTER VARYING(64) NOT NULL,
    "person" CHARACTER VARYING(64),
    "created_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    "expires_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    "used_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    "address" CHARACTER VARYING(100) NOT NULL,
    "browser" CHARACTER VARYING(300) NOT NULL
);
ALTER TABLE "public"."login_session" ADD CONSTRAINT "public"."CONSTRAINT_C7" PRIMARY KEY("id");
CREATE CACHED TABLE "public"."api_token"(
    "id" CHARACTER VARYING(64) NOT NULL,
    "secret_hash" CHARACTER VARYING(64) NOT NULL,
    "name" CHARACTER VARYING(100) NOT NULL,
    "role" CHARACTER VARYING(20) NOT NULL,
    "person" CHARACTER VARYING(64),
    "created_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    "expires_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    "used_at" TIMESTAMP(6) WITH TIME ZONE
);
ALTER TABLE "public"."api_token" ADD CONSTRAINT "public"."CONSTRAINT_F" PRIMARY KEY("id");
CREATE CACHED TABLE "public"."password_link"(
    "code_hash" CHARACTER VARYING(64) NOT NULL,
    "person" CHARACTER VARYING(64) NOT NULL,
    "expires_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL
);
ALTER TABLE "public"."password_link" ADD CONSTRAINT "public"."CONSTRAINT_18" PRIMARY KEY("code_hash");
CREATE CACHED TABLE "public"."audit_entry"(
    "number" BIGINT GENERATED BY DEFAULT AS IDENTITY(START WITH 1) NOT NULL,
    "happened_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    "who" CHARACTER VARYING(100) NOT NULL,
    "role" CHARACTER VARYING(20),
    "credential" CHARACTER VARYING(200),
    "address" CHARACTER VARYING(100) NOT NULL,
    "listener" CHARACTER VARYING(20) NOT NULL,
    "action" CHARACTER VARYING(60) NOT NULL,
    "target" CHARACTER VARYING(1000) NOT NULL,
    "detail" CHARACTER VARYING(2000) NOT NULL,
    "outcome" CHARACTER VARYING(20) NOT NULL
);
ALTER TABLE "public"."audit_entry" ADD CONSTRAINT "public"."CONSTRAINT_36" PRIMARY KEY("number");
CREATE INDEX "public"."audit_entry_who" ON "public"."audit_entry"("who" NULLS LAST, "number" NULLS LAST);
CREATE INDEX "public"."audit_entry_action" ON "public"."audit_entry"("action" NULLS LAST, "number" NULLS LAST);
CREATE CACHED TABLE "public"."run"(
    "id" CHARACTER VARYING(64) NOT NULL,
    "profile" CHARACTER VARYING(200) NOT NULL,
    "title" CHARACTER VARYING(1000) NOT NULL,
    "mode" CHARACTER VARYING(20) NOT NULL,
    "seed" BIGINT NOT NULL,
    "profile_yaml" CHARACTER VARYING NOT NULL,
    "operations_per_iteration" INTEGER NOT NULL,
    "state" CHARACTER VARYING(20) NOT NULL,
    "created_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    "ended_at" TIMESTAMP(6) WITH TIME ZONE,
    "reasons" CHARACTER VARYING NOT NULL,
    "counts" CHARACTER VARYING,
    "capacity" CHARACTER VARYING,
    "environment" CHARACTER VARYING NOT NULL,
    "validity" CHARACTER VARYING,
    "checksums" CHARACTER VARYING,
    "per_iteration" CHARACTER VARYING,
    "pinned" BOOLEAN DEFAULT FALSE NOT NULL,
    "deleted_at" TIMESTAMP(6) WITH TIME ZONE,
    "metrics" CHARACTER VARYING,
    "controller" CHARACTER VARYING(64) DEFAULT '' NOT NULL,
    "fence" CHARACTER VARYING(64) DEFAULT '' NOT NULL,
    "imported_at" TIMESTAMP(6) WITH TIME ZONE
);
ALTER TABLE "public"."run" ADD CONSTRAINT "public"."CONSTRAINT_1" PRIMARY KEY("id");
CREATE CACHED TABLE "public"."installation"(
    "id" CHARACTER VARYING(40) NOT NULL,
    "setup_id" CHARACTER VARYING(64) NOT NULL,
    "host" CHARACTER VARYING(300) NOT NULL,
    "agent" CHARACTER VARYING(64) NOT NULL,
    "join_token" CHARACTER VARYING(64),
    "version" CHARACTER VARYING(100) NOT NULL,
    "optimisations" CHARACTER VARYING(200) NOT NULL,
    "stages" CHARACTER VARYING NOT NULL,
    "ended" BOOLEAN NOT NULL,
    "exit_code" INTEGER NOT NULL,
    "started_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    "seen_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    "attempt" CHARACTER VARYING(64) NOT NULL,
    "report_number" INTEGER NOT NULL
);
ALTER TABLE "public"."installation" ADD CONSTRAINT "public"."CONSTRAINT_EC" PRIMARY KEY("id");
CREATE INDEX "public"."installation_of_token" ON "public"."installation"("join_token" NULLS LAST);
CREATE INDEX "public"."installation_by_agent" ON "public"."installation"("agent" NULLS LAST);
ALTER TABLE "public"."store_identity" ADD CONSTRAINT "public"."CONSTRAINT_8C" CHECK("place" = 1) NOCHECK;
ALTER TABLE "public"."issuing_controller" ADD CONSTRAINT "public"."CONSTRAINT_E18" UNIQUE NULLS DISTINCT ("id");
ALTER TABLE "public"."join_token" ADD CONSTRAINT "public"."CONSTRAINT_6F10" UNIQUE NULLS DISTINCT ("secret_hash");
ALTER TABLE "public"."person" ADD CONSTRAINT "public"."CONSTRAINT_C4E" UNIQUE NULLS DISTINCT ("issuer", "subject");
ALTER TABLE "public"."person" ADD CONSTRAINT "public"."CONSTRAINT_C4" UNIQUE NULLS DISTINCT ("name");
ALTER TABLE "public"."samples" ADD CONSTRAINT "public"."CONSTRAINT_6F27" UNIQUE NULLS DISTINCT ("run_id", "session", "sequence");
ALTER TABLE "public"."timing" ADD CONSTRAINT "public"."CONSTRAINT_5DB" UNIQUE NULLS DISTINCT ("run_id", "session", "sequence");
ALTER TABLE "public"."login_session" ADD CONSTRAINT "public"."CONSTRAINT_C7B" UNIQUE NULLS DISTINCT ("secret_hash");
ALTER TABLE "public"."api_token" ADD CONSTRAINT "public"."CONSTRAINT_FB" UNIQUE NULLS DISTINCT ("secret_hash");
ALTER TABLE "public"."installation" ADD CONSTRAINT "public"."CONSTRAINT_ECC" UNIQUE NULLS DISTINCT ("setup_id", "host", "agent");
ALTER TABLE "public"."evidence_left_out" ADD CONSTRAINT "public"."CONSTRAINT_A" FOREIGN KEY("run_id") REFERENCES "public"."run"("id") NOCHECK;
ALTER TABLE "public"."resource_sample" ADD CONSTRAINT "public"."CONSTRAINT_2" FOREIGN KEY("run_id") REFERENCES "public"."run"("id") NOCHECK;
ALTER TABLE "public"."session" ADD CONSTRAINT "public"."CONSTRAINT_7" FOREIGN KEY("run_id") REFERENCES "public"."run"("id") NOCHECK;
ALTER TABLE "public"."load_point" ADD CONSTRAINT "public"."CONSTRAINT_763" FOREIGN KEY("run_id") REFERENCES "public"."run"("id") NOCHECK;
ALTER TABLE "public"."load_point_session" ADD CONSTRAINT "public"."CONSTRAINT_35" FOREIGN KEY("run_id", "number") REFERENCES "public"."load_point"("run_id", "number") NOCHECK;
ALTER TABLE "public"."session_desktop" ADD CONSTRAINT "public"."CONSTRAINT_B" FOREIGN KEY("run_id") REFERENCES "public"."run"("id") NOCHECK;
ALTER TABLE "public"."run_agent" ADD CONSTRAINT "public"."CONSTRAINT_E" FOREIGN KEY("run_id") REFERENCES "public"."run"("id") NOCHECK;
ALTER TABLE "public"."login_session" ADD CONSTRAINT "public"."CONSTRAINT_C7B8" FOREIGN KEY("person") REFERENCES "public"."person"("id") ON DELETE CASCADE NOCHECK;
ALTER TABLE "public"."stage_log" ADD CONSTRAINT "public"."CONSTRAINT_6D" FOREIGN KEY("run_id") REFERENCES "public"."run"("id") NOCHECK;
ALTER TABLE "public"."issuing_controller" ADD CONSTRAINT "public"."CONSTRAINT_E18D" FOREIGN KEY("join_token") REFERENCES "public"."join_token"("id") NOCHECK;
ALTER TABLE "public"."enrolled_agent" ADD CONSTRAINT "public"."CONSTRAINT_7E5" FOREIGN KEY("join_token") REFERENCES "public"."join_token"("id") NOCHECK;
ALTER TABLE "public"."api_token" ADD CONSTRAINT "public"."CONSTRAINT_FB9" FOREIGN KEY("person") REFERENCES "public"."person"("id") ON DELETE CASCADE NOCHECK;
ALTER TABLE "public"."evidence" ADD CONSTRAINT "public"."CONSTRAINT_16" FOREIGN KEY("run_id") REFERENCES "public"."run"("id") NOCHECK;
ALTER TABLE "public"."password_link" ADD CONSTRAINT "public"."CONSTRAINT_186" FOREIGN KEY("person") REFERENCES "public"."person"("id") ON DELETE CASCADE NOCHECK;
ALTER TABLE "public"."timing" ADD CONSTRAINT "public"."CONSTRAINT_5D" FOREIGN KEY("run_id") REFERENCES "public"."run"("id") NOCHECK;
ALTER TABLE "public"."samples" ADD CONSTRAINT "public"."CONSTRAINT_6F2" FOREIGN KEY("run_id") REFERENCES "public"."run"("id") NOCHECK;
CREATE INDEX "public"."login_session_person" ON "public"."login_session"("person" NULLS LAST);
CREATE INDEX "public"."api_token_person" ON "public"."api_token"("person" NULLS LAST);
CREATE INDEX "public"."password_link_person" ON "public"."password_link"("person" NULLS LAST);
