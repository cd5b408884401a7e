package io.deskmeter.controller.store.machine;

import io.deskmeter.controller.enrolment.EnrolledAgent;
import io.deskmeter.controller.enrolment.EnrolmentStore;
import io.deskmeter.controller.enrolment.IssuedCertificates;
import io.deskmeter.controller.enrolment.IssuingController;
import io.deskmeter.controller.enrolment.JoinTokenRecord;
import io.deskmeter.controller.store.engine.ReadConnections;
import io.deskmeter.controller.store.engine.StoreRow;
import io.deskmeter.controller.store.engine.WriteTransactions;
import io.deskmeter.controller.store.lease.ControllerIdentity;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Join tokens and joined machines in the store. Thread-safe. */
@Component
public final class EnrolledAgents implements EnrolmentStore {
    private final JdbcClient jdbc;
    private final ReadConnections reads;
    private final WriteTransactions writes;
    private final ControllerIdentity controller;

    EnrolledAgents(JdbcClient jdbc, ReadConnections reads, WriteTransactions writes, ControllerIdentity controller) {
        this.controller = controller;
        this.jdbc = jdbc;
        this.reads = reads;
        this.writes = writes;
    }

    @Override
    public void add(JoinTokenRecord token) {
        writes.run(() -> jdbc.sql("""
                        insert into join_token (id, secret_hash, for_controller, labels, machines, joined, created_at, expires_at, withdrawn)
                        values (:id, :hash, :controller, :labels, :machines, :joined, :created, :expires, :withdrawn)""")
                .param("id", token.id())
                .param("hash", token.secretHash())
                .param("controller", token.forController())
                .param("labels", String.join(",", token.labels()))
                .param("machines", token.machines())
                .param("joined", token.joined())
                .param("created", at(token.createdAt()))
                .param("expires", at(token.expiresAt()))
                .param("withdrawn", token.withdrawn())
                .update());
    }

    @Override
    public List<JoinTokenRecord> tokens() {
        return reads.sql("select * from join_token order by created_at desc, id")
                .query((row, index) -> token(row))
                .list();
    }

    @Override
    public Optional<JoinTokenRecord> token(String secretHash) {
        return reads.sql("select * from join_token where secret_hash = :hash")
                .param("hash", secretHash)
                .query((row, index) -> token(row))
                .optional();
    }

    @Override
    public boolean withdraw(String id) {
        return writes.call(() -> jdbc.sql("update join_token set withdrawn = true where id = :id")
                        .param("id", id)
                        .update()
                == 1);
    }

    @Override
    public boolean join(String secretHash, String keyHash, EnrolledAgent agent) {
        IssuedCertificates certificates = agent.certificates();
        return writes.call(() -> {
            // Of two questions of the same machine at the same time, the other one has joined when this one goes on.
            lock(secretHash);
            if (joined(secretHash, keyHash, agent.host()).isPresent()
                    || !spend(secretHash, false, agent.enrolledAt())) {
                return false;
            }
            jdbc.sql("""
                            insert into enrolled_agent
                                (agent, host, labels, join_token, join_key, enrolled_at, certificate_until, certificate, certificate_issuer)
                            select :agent, :host, labels, id, :key, :at, :until, :newest, :issuer from join_token where secret_hash = :hash""")
                    .param("agent", agent.agent())
                    .param("host", agent.host())
                    .param("key", keyHash)
                    .param("at", at(agent.enrolledAt()))
                    .param("until", at(agent.certificateUntil()))
                    .param("newest", certificates == null ? null : certificates.newest())
                    .param("issuer", certificates == null ? null : certificates.issuer())
                    .param("hash", secretHash)
                    .update();
            return true;
        });
    }

    @Override
    public Optional<EnrolledAgent> joined(String secretHash, String keyHash, String host) {
        return jdbc.sql("""
                        select enrolled_agent.* from enrolled_agent join join_token on join_token.id = enrolled_agent.join_token
                        where secret_hash = :hash and join_key = :key and host = :host and revoked_at is null
                        order by enrolled_at desc, agent limit 1""")
                .param("hash", secretHash)
                .param("key", keyHash)
                .param("host", host)
                .query((row, index) -> agent(row))
                .optional();
    }

    @Override
    public boolean hasConnected(String agent) {
        return jdbc.sql("select count(*) from client_agent where agent = :agent")
                        .param("agent", agent)
                        .query(Integer.class)
                        .single()
                > 0;
    }

    /** Holds a token until the end of the transaction. */
    private void lock(String secretHash) {
        Optional<String> unused = jdbc.sql("select id from join_token where secret_hash = :hash for update")
                .param("hash", secretHash)
                .query(String.class)
                .optional();
    }

    /** Inside a transaction. */
    private boolean spend(String secretHash, boolean forController, Instant now) {
        return jdbc.sql("""
                        update join_token set joined = joined + 1
                        where secret_hash = :hash and for_controller = :controller
                            and not withdrawn and joined < machines and expires_at > :now""")
                        .param("hash", secretHash)
                        .param("controller", forController)
                        .param("now", at(now))
                        .update()
                == 1;
    }

    @Override
    public boolean join(String secretHash, IssuingController joining) {
        return writes.call(() -> {
            if (!spend(secretHash, true, joining.joinedAt())) {
                return false;
            }
            jdbc.sql("""
                            insert into issuing_controller (subject, id, host, join_token, joined_at)
                            select :subject, :id, :host, id, :at from join_token where secret_hash = :hash""")
                    .param("subject", joining.subject())
                    .param("id", joining.id())
                    .param("host", joining.host())
                    .param("at", at(joining.joinedAt()))
                    .param("hash", secretHash)
                    .update();
            return true;
        });
    }

    @Override
    public List<IssuingController> controllers() {
        return reads.sql("select * from issuing_controller order by joined_at desc, id")
                .query((row, index) -> new IssuingController(
                        row.getString("id"),
                        row.getString("subject"),
                        row.getString("host"),
                        instant(row, "joined_at"),
                        revokedAt(row),
                        row.getString("revoked_because")))
                .list();
    }

    @Override
    public boolean revokeController(String id, Instant when, String because) {
        return writes.call(() -> revoke("issuing_controller", "id", id, when, because));
    }

    @Override
    public List<EnrolledAgent> agents() {
        return reads.sql("select * from enrolled_agent order by enrolled_at desc, agent")
                .query((row, index) -> agent(row))
                .list();
    }

    @Override
    public Optional<EnrolledAgent> agent(String id) {
        return reads.sql("select * from enrolled_agent where agent = :agent")
                .param("agent", id)
                .query((row, index) -> agent(row))
                .optional();
    }

    @Override
    public Optional<String> authority() {
        return jdbc.sql("select fingerprint from controller_authority where controller = :controller")
                .param("controller", controller.id())
                .query(String.class)
                .optional();
    }

    @Override
    public void authority(String fingerprint) {
        writes.run(() -> {
            StoreRow.lock(jdbc);
            jdbc.sql("delete from controller_authority where controller = :controller")
                    .param("controller", controller.id())
                    .update();
            jdbc.sql("insert into controller_authority (controller, fingerprint) values (:controller, :fingerprint)")
                    .param("controller", controller.id())
                    .param("fingerprint", fingerprint)
                    .update();
        });
    }

    @Override
    public boolean renewed(
            String agent, Instant until, IssuedCertificates certificates, String shownIssuer, boolean anyShown) {
        return writes.call(() -> jdbc.sql("""
                        update enrolled_agent
                        set certificate_until = :until, certificate = :newest, certificate_issuer = :issuer, former_certificate = :former
                        where agent = :agent and revoked_at is null
                            and (:any or certificate is null or :former in (certificate, former_certificate))
                            and not exists (select 1 from issuing_controller
                                where revoked_at is not null and subject in (:issuer, :shownIssuer))""")
                        .param("until", at(until))
                        .param("newest", certificates.newest())
                        .param("issuer", certificates.issuer())
                        .param("former", certificates.former())
                        .param("any", anyShown)
                        .param("shownIssuer", shownIssuer)
                        .param("agent", agent)
                        .update()
                == 1);
    }

    @Override
    public boolean revoke(String agent, Instant when, String because) {
        return writes.call(() -> revoke("enrolled_agent", "agent", agent, when, because));
    }

    /** The first revocation of a row stays. */
    private boolean revoke(String table, String column, String id, Instant when, String because) {
        return jdbc.sql("update " + table + """
                         set revoked_because = case when revoked_at is null then :because else revoked_because end,
                            revoked_at = coalesce(revoked_at, :at)
                        where\s""" + column + " = :id")
                        .param("at", at(when))
                        .param("because", because)
                        .param("id", id)
                        .update()
                == 1;
    }

    private static JoinTokenRecord token(ResultSet row) throws SQLException {
        return new JoinTokenRecord(
                row.getString("id"),
                row.getString("secret_hash"),
                row.getBoolean("for_controller"),
                labels(row.getString("labels")),
                row.getInt("machines"),
                row.getInt("joined"),
                instant(row, "created_at"),
                instant(row, "expires_at"),
                row.getBoolean("withdrawn"));
    }

    private static EnrolledAgent agent(ResultSet row) throws SQLException {
        return new EnrolledAgent(
                row.getString("agent"),
                row.getString("host"),
                labels(row.getString("labels")),
                instant(row, "enrolled_at"),
                instant(row, "certificate_until"),
                certificates(row),
                revokedAt(row),
                row.getString("revoked_because"));
    }

    private static @Nullable IssuedCertificates certificates(ResultSet row) throws SQLException {
        String newest = row.getString("certificate");
        return newest == null
                ? null
                : new IssuedCertificates(
                        newest, row.getString("certificate_issuer"), row.getString("former_certificate"));
    }

    private static @Nullable Instant revokedAt(ResultSet row) throws SQLException {
        OffsetDateTime revoked = row.getObject("revoked_at", OffsetDateTime.class);
        return revoked == null ? null : revoked.toInstant();
    }

    private static List<String> labels(@Nullable String stored) {
        return stored == null || stored.isEmpty() ? List.of() : List.of(stored.split(",", -1));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    private static OffsetDateTime at(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
