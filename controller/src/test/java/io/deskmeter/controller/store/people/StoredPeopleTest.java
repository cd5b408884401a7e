package io.deskmeter.controller.store.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.audit.AuditEntry;
import io.deskmeter.controller.audit.AuditEntry.Outcome;
import io.deskmeter.controller.audit.AuditStore.Filter;
import io.deskmeter.controller.audit.AuditedRequest;
import io.deskmeter.controller.people.ApiToken;
import io.deskmeter.controller.people.LoginSession;
import io.deskmeter.controller.people.Person;
import io.deskmeter.controller.request.Role;
import io.deskmeter.controller.store.TestDatabase;
import io.deskmeter.controller.store.TestDatabase.Opened;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
@ParameterizedClass
@EnumSource(TestDatabase.class)
class StoredPeopleTest {
    private static final Instant NOW = Instant.parse("2026-11-27T10:00:00Z");
    private static final Instant LATER = NOW.plus(Duration.ofHours(1));

    @Parameter
    @SuppressWarnings("NullAway.Init")
    private TestDatabase database;

    @SuppressWarnings("NullAway.Init")
    private Opened opened;

    @SuppressWarnings("NullAway.Init")
    private StoredPeople people;

    @SuppressWarnings("NullAway.Init")
    private StoredAudit audit;

    @BeforeEach
    void open(@TempDir Path folder) throws IOException {
        opened = database.open(folder);
        people = new StoredPeople(opened.client, opened.reads, opened.writes);
        audit = new StoredAudit(opened.client, opened.reads);
    }

    @AfterEach
    void close() throws IOException {
        AuditedRequest.forget();
        opened.close();
    }

    private static Person person(String id, String name) {
        return new Person(id, name, Role.VIEWER, false, false, null, null, NOW);
    }

    private static LoginSession session(String id, String person, Instant at) {
        return new LoginSession(id, "hash of " + id, person, at, LATER, at, "192.0.2.1", "a browser");
    }

    private AuditedRequest request() {
        return AuditedRequest.begin(
                audit,
                (outcome, detail, who) -> new AuditEntry(
                        0, NOW, "anna", "admin", null, "192.0.2.1", "https", "user.add", "/x", detail, outcome));
    }

    @Test
    void namesAndSubjectsAreUnique() {
        assertThat(people.add(person("1", "anna"))).isTrue();
        assertThat(people.add(person("2", "anna"))).isFalse();
        Person known = new Person("3", "o1", Role.ADMIN, false, false, "https://issuer.test", "sub", NOW);
        assertThat(people.add(known)).isTrue();
        assertThat(people.add(new Person("4", "o2", Role.ADMIN, false, false, "https://issuer.test", "sub", NOW)))
                .isFalse();
        assertThat(people.people()).containsExactly(person("1", "anna"), known);
    }

    @Test
    void ofTwoChangesAtTheSameTimeNeitherTakesBackTheOther() {
        people.add(person("1", "anna"));
        // Two administrators have read the same user: one keeps it out, the other one gives it a role.
        assertThat(people.change("1", null, true)).isTrue();
        assertThat(people.change("1", Role.OPERATOR, null)).isTrue();
        assertThat(people.people())
                .containsExactly(new Person("1", "anna", Role.OPERATOR, true, false, null, null, NOW));
        assertThat(people.change("1", null, null)).isTrue();
        assertThat(people.change("2", Role.VIEWER, false)).isFalse();
    }

    @Test
    void aRemovedPersonLeavesNoRights() {
        people.add(person("1", "anna"));
        people.add(session("s", "1", NOW), 10);
        people.add(new ApiToken("t", "hash of t", "b", Role.VIEWER, "1", NOW, LATER, null));
        people.addLink("1", "hash of a link", LATER);
        assertThat(people.session("hash of s")).isPresent();
        assertThat(people.token("hash of t")).isPresent();
        assertThat(people.remove("1")).isTrue();
        assertThat(people.sessions()).isEmpty();
        assertThat(people.tokens()).isEmpty();
        assertThat(people.useLink("hash of a link", NOW, "{noop}x")).isEmpty();
    }

    @Test
    void aLinkWorksOnceAndEndsSessions() {
        people.add(person("1", "anna"));
        people.add(session("s", "1", NOW), 10);
        people.addLink("1", "old", LATER);
        people.addLink("1", "new", LATER);
        assertThat(people.useLink("old", NOW, "{noop}x")).isEmpty();
        assertThat(people.useLink("new", LATER, "{noop}x")).isEmpty();
        assertThat(people.useLink("new", NOW, "{noop}x")).contains("1");
        assertThat(people.useLink("new", NOW, "{noop}y")).isEmpty();
        assertThat(people.password("1")).contains("{noop}x");
        assertThat(people.sessions()).isEmpty();
    }

    @Test
    void theOldestSessionsEndAndDisabledPeopleHaveNone() {
        people.add(person("1", "anna"));
        people.add(person("2", "ben"));
        people.add(session("b", "2", NOW), 2);
        for (int i = 0; i < 4; i++) {
            people.add(session("s" + i, "1", NOW.plusSeconds(i)), 2);
        }
        assertThat(people.sessions()).extracting(LoginSession::id).containsExactlyInAnyOrder("b", "s2", "s3");
        assertThat(people.change("1", Role.OPERATOR, true)).isTrue();
        assertThat(people.sessions()).extracting(LoginSession::id).containsExactly("b");
        assertThat(people.change("none", Role.ADMIN, false)).isFalse();
        people.used(Map.of("b", NOW.plusSeconds(9)), Map.of());
        assertThat(people.sessions().get(0).usedAt()).isEqualTo(NOW.plusSeconds(9));
        people.removeExpired(LATER, NOW);
        assertThat(people.sessions()).isEmpty();
    }

    @Test
    void aSessionOfThisMachineHasNoPerson() {
        people.add(new LoginSession("s", "h", null, NOW, LATER, NOW, "127.0.0.1", ""), 1);
        people.add(new LoginSession("t", "i", null, LATER, LATER, NOW, "127.0.0.1", ""), 1);
        assertThat(people.sessions()).extracting(LoginSession::id).containsExactly("t");
    }

    @Test
    void aChangeAndItsEntryAreOneTransaction() {
        AuditedRequest done = request();
        people.add(person("1", "anna"));
        assertThat(done.unwritten()).isFalse();
        assertThat(done.end(Outcome.DONE, "")).isEmpty();
        assertThat(audit.newest(new Filter(null, null, null), 10)).hasSize(1);
        AuditedRequest.forget();

        AuditedRequest failing = request();
        assertThatThrownBy(() -> opened.writes.run(() -> {
                    people.add(person("2", "ben"));
                    throw new IllegalStateException("after the change");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(people.people()).extracting(Person::name).containsExactly("anna");
        assertThat(audit.newest(new Filter(null, null, null), 10)).hasSize(1);
        assertThat(failing.unwritten()).isTrue();
        failing.end(Outcome.FAILED, "the change").ifPresent(audit::add);
        AuditedRequest.forget();
        assertThat(audit.newest(new Filter(null, "anna", "user.add"), 10))
                .extracting(AuditEntry::outcome)
                .containsExactly(Outcome.FAILED, Outcome.DONE);

        // Without an entry there is no change.
        opened.jdbc.execute("alter table audit_entry rename to elsewhere");
        request();
        assertThatThrownBy(() -> people.add(person("3", "carl"))).isInstanceOf(RuntimeException.class);
        assertThat(people.people()).extracting(Person::name).containsExactly("anna");
    }

    @Test
    void entriesAreReadFromBothEnds() {
        for (int i = 0; i < 5; i++) {
            AuditedRequest one = request();
            AuditedRequest.tell("n" + i);
            one.end(Outcome.DONE, "").ifPresent(audit::add);
        }
        List<AuditEntry> newest = audit.newest(new Filter(null, null, null), 2);
        assertThat(newest).extracting(AuditEntry::detail).containsExactly("n4", "n3");
        assertThat(audit.newest(new Filter(newest.get(1).number(), null, null), 10))
                .extracting(AuditEntry::detail)
                .containsExactly("n2", "n1", "n0");
        assertThat(audit.newest(new Filter(null, "nobody", null), 10)).isEmpty();
        assertThat(audit.oldest(0, 2)).extracting(AuditEntry::detail).containsExactly("n0", "n1");
        assertThat(newest.get(0).at()).isEqualTo(NOW);
    }
}
