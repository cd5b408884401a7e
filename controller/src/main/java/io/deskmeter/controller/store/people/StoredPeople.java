package io.deskmeter.controller.store.people;

import static io.deskmeter.controller.store.engine.ColumnMapping.instant;
import static io.deskmeter.controller.store.engine.ColumnMapping.instantOrNull;
import static io.deskmeter.controller.store.engine.ColumnMapping.time;

import io.deskmeter.controller.people.ApiToken;
import io.deskmeter.controller.people.LoginSession;
import io.deskmeter.controller.people.PeopleStore;
import io.deskmeter.controller.people.Person;
import io.deskmeter.controller.request.Role;
import io.deskmeter.controller.store.engine.ReadConnections;
import io.deskmeter.controller.store.engine.WriteTransactions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** People, sessions and tokens in the store. Thread-safe. */
@Component
public final class StoredPeople implements PeopleStore {
    private static final String SESSIONS = "select * from login_session";
    private static final String TOKENS = "select * from api_token";

    private final JdbcClient jdbc;
    private final ReadConnections reads;
    private final WriteTransactions writes;

    StoredPeople(JdbcClient jdbc, ReadConnections reads, WriteTransactions writes) {
        this.jdbc = jdbc;
        this.reads = reads;
        this.writes = writes;
    }

    @Override
    public List<Person> people() {
        return reads.sql("select * from person order by name")
                .query((row, index) -> person(row))
                .list();
    }

    @Override
    public boolean add(Person person) {
        return writes.call(() -> jdbc.sql("""
                        insert into person (id, name, role, password, issuer, subject, disabled, created_at)
                        values (:id, :name, :role, null, :issuer, :subject, :disabled, :created) on conflict do nothing""")
                        .param("id", person.id())
                        .param("name", person.name())
                        .param("role", person.role().word())
                        .param("issuer", person.issuer())
                        .param("subject", person.subject())
                        .param("disabled", person.disabled())
                        .param("created", time(person.createdAt()))
                        .update()
                == 1);
    }

    @Override
    public boolean change(String person, @Nullable Role role, @Nullable Boolean disabled) {
        return writes.call(() -> {
            removeLinks(person);
            if (Boolean.TRUE.equals(disabled)) {
                endSessions(person, null);
            }
            // What is not changed comes from the row: two administrators may change this user at the same time.
            return jdbc.sql(
                                    "update person set role = coalesce(:role, role), disabled = coalesce(:disabled, disabled) where id = :id")
                            .param("role", role == null ? null : role.word(), Types.VARCHAR)
                            .param("disabled", disabled, Types.BOOLEAN)
                            .param("id", person)
                            .update()
                    == 1;
        });
    }

    @Override
    public void changeRole(String person, Role role) {
        writes.run(() -> jdbc.sql("update person set role = :role where id = :id")
                .param("role", role.word())
                .param("id", person)
                .update());
    }

    @Override
    public boolean remove(String person) {
        return writes.call(() -> jdbc.sql("delete from person where id = :id")
                        .param("id", person)
                        .update()
                == 1);
    }

    @Override
    public Optional<String> password(String person) {
        return reads.sql("select password from person where id = :id and password is not null")
                .param("id", person)
                .query(String.class)
                .optional();
    }

    @Override
    public void encodeAgain(String person, String before, String encoded) {
        writes.run(() -> jdbc.sql("update person set password = :encoded where id = :id and password = :before")
                .param("encoded", encoded)
                .param("id", person)
                .param("before", before)
                .update());
    }

    @Override
    public boolean setPassword(String person, @Nullable String before, String encoded, @Nullable String keptSession) {
        return writes.call(() -> {
            // Compared by the update itself: of two at the same time one changes nothing.
            boolean set = jdbc.sql(
                                    "update person set password = :encoded where id = :id and coalesce(password, '') = :before")
                            .param("encoded", encoded)
                            .param("id", person)
                            .param("before", before == null ? "" : before)
                            .update()
                    == 1;
            if (set) {
                removeLinks(person);
                endSessions(person, keptSession);
            }
            return set;
        });
    }

    private void passwordSet(String person, String encoded, @Nullable String keptSession) {
        jdbc.sql("update person set password = :encoded where id = :id")
                .param("encoded", encoded)
                .param("id", person)
                .update();
        removeLinks(person);
        endSessions(person, keptSession);
    }

    private void removeLinks(String person) {
        jdbc.sql("delete from password_link where person = :person")
                .param("person", person)
                .update();
    }

    private void endSessions(String person, @Nullable String kept) {
        jdbc.sql("delete from login_session where person = :person and id <> :kept")
                .param("person", person)
                .param("kept", kept == null ? "" : kept)
                .update();
    }

    @Override
    public void addLink(String person, String codeHash, Instant expiresAt) {
        writes.run(() -> {
            removeLinks(person);
            jdbc.sql("insert into password_link (code_hash, person, expires_at) values (:hash, :person, :expires)")
                    .param("hash", codeHash)
                    .param("person", person)
                    .param("expires", time(expiresAt))
                    .update();
        });
    }

    @Override
    public Optional<String> useLink(String codeHash, Instant now, String encoded) {
        Optional<String> person = ofLink(codeHash, now);
        return person.filter(id -> writes.call(() -> {
            // Of two that use it at the same time, one deletes it.
            int used = jdbc.sql("delete from password_link where code_hash = :hash and expires_at > :now")
                    .param("hash", codeHash)
                    .param("now", time(now))
                    .update();
            if (used == 1) {
                passwordSet(id, encoded, null);
            }
            return used == 1;
        }));
    }

    @Override
    public Optional<String> ofLink(String codeHash, Instant now) {
        return reads.sql("select person from password_link where code_hash = :hash and expires_at > :now")
                .param("hash", codeHash)
                .param("now", time(now))
                .query(String.class)
                .optional();
    }

    @Override
    public List<LoginSession> sessions() {
        return reads.sql(SESSIONS).query((row, index) -> session(row)).list();
    }

    @Override
    public Optional<LoginSession> session(String secretHash) {
        return reads.sql(SESSIONS + " where secret_hash = :hash")
                .param("hash", secretHash)
                .query((row, index) -> session(row))
                .optional();
    }

    @Override
    public void add(LoginSession session, int most) {
        writes.run(() -> {
            jdbc.sql("""
                            insert into login_session
                                (id, secret_hash, person, created_at, expires_at, used_at, address, browser)
                            values (:id, :hash, :person, :created, :expires, :used, :address, :browser)""")
                    .param("id", session.id())
                    .param("hash", session.secretHash())
                    .param("person", session.person())
                    .param("created", time(session.createdAt()))
                    .param("expires", time(session.expiresAt()))
                    .param("used", time(session.usedAt()))
                    .param("address", session.address())
                    .param("browser", session.browser())
                    .update();
            String same = session.person() == null ? "person is null" : "person = :person";
            JdbcClient.StatementSpec oldest = jdbc.sql("select id from login_session where " + same
                    + " order by created_at desc, id offset " + most + " rows");
            List<String> beyond = (session.person() == null ? oldest : oldest.param("person", session.person()))
                    .query(String.class)
                    .list();
            beyond.forEach(this::deleteSession);
        });
    }

    @Override
    public boolean endSession(String id) {
        return writes.call(() -> deleteSession(id) == 1);
    }

    private int deleteSession(String id) {
        return jdbc.sql("delete from login_session where id = :id")
                .param("id", id)
                .update();
    }

    @Override
    public List<ApiToken> tokens() {
        return reads.sql(TOKENS + " order by created_at desc, id")
                .query((row, index) -> token(row))
                .list();
    }

    @Override
    public Optional<ApiToken> token(String secretHash) {
        return reads.sql(TOKENS + " where secret_hash = :hash")
                .param("hash", secretHash)
                .query((row, index) -> token(row))
                .optional();
    }

    @Override
    public void add(ApiToken token) {
        writes.run(() -> jdbc.sql("""
                        insert into api_token (id, secret_hash, name, role, person, created_at, expires_at, used_at)
                        values (:id, :hash, :name, :role, :person, :created, :expires, null)""")
                .param("id", token.id())
                .param("hash", token.secretHash())
                .param("name", token.name())
                .param("role", token.role().word())
                .param("person", token.person())
                .param("created", time(token.createdAt()))
                .param("expires", time(token.expiresAt()))
                .update());
    }

    @Override
    public boolean removeToken(String id) {
        return writes.call(() ->
                jdbc.sql("delete from api_token where id = :id").param("id", id).update() == 1);
    }

    @Override
    public void used(Map<String, Instant> sessions, Map<String, Instant> tokens) {
        writes.run(() -> {
            sessions.forEach((id, at) -> used("login_session", id, at));
            tokens.forEach((id, at) -> used("api_token", id, at));
        });
    }

    private void used(String table, String id, Instant at) {
        jdbc.sql("update " + table + " set used_at = :at where id = :id")
                .param("at", time(at))
                .param("id", id)
                .update();
    }

    @Override
    public void removeExpired(Instant now, Instant longAgo) {
        writes.run(() -> {
            for (String table : List.of("login_session", "password_link")) {
                jdbc.sql("delete from " + table + " where expires_at <= :now")
                        .param("now", time(now))
                        .update();
            }
            jdbc.sql("delete from api_token where expires_at <= :longAgo")
                    .param("longAgo", time(longAgo))
                    .update();
        });
    }

    private static Person person(ResultSet row) throws SQLException {
        return new Person(
                row.getString("id"),
                row.getString("name"),
                role(row),
                row.getBoolean("disabled"),
                row.getString("password") != null,
                row.getString("issuer"),
                row.getString("subject"),
                instant(row, "created_at"));
    }

    private static LoginSession session(ResultSet row) throws SQLException {
        return new LoginSession(
                row.getString("id"),
                row.getString("secret_hash"),
                row.getString("person"),
                instant(row, "created_at"),
                instant(row, "expires_at"),
                instant(row, "used_at"),
                row.getString("address"),
                row.getString("browser"));
    }

    private static ApiToken token(ResultSet row) throws SQLException {
        return new ApiToken(
                row.getString("id"),
                row.getString("secret_hash"),
                row.getString("name"),
                role(row),
                row.getString("person"),
                instant(row, "created_at"),
                instant(row, "expires_at"),
                instantOrNull(row, "used_at"));
    }

    private static Role role(ResultSet row) throws SQLException {
        String word = row.getString("role");
        // Of a newer version: nothing that this one would not know how to limit.
        return Role.of(word).orElse(Role.SCRAPE);
    }
}
