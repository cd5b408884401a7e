package io.deskmeter.controller.store.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.enrolment.EnrolledAgent;
import io.deskmeter.controller.enrolment.IssuedCertificates;
import io.deskmeter.controller.enrolment.JoinTokenRecord;
import io.deskmeter.controller.store.TestDatabase;
import io.deskmeter.controller.store.TestDatabase.Opened;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a store keeps of machines that are expected, and of those that join. */
class StoredMachinesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @ParameterizedTest
    @EnumSource
    void keepsTheNamesOfExpectedMachinesInPlaceOfThoseBefore(TestDatabase database) throws Exception {
        try (Opened opened = database.open(folder)) {
            StoredInstallations store = new StoredInstallations(opened.client, opened.reads, opened.writes);
            assertThat(store.expected()).isEmpty();

            store.expect(List.of("desk-2", "desk_1", "desk-1", "desk.1"));
            assertThat(store.expected()).containsExactly("desk-1", "desk-2", "desk.1", "desk_1");

            List<String> many = IntStream.range(0, 5_000)
                    .mapToObj(i -> "machine-" + (10_000 + i))
                    .toList();
            store.expect(many);
            assertThat(store.expected()).isEqualTo(many);

            assertThatThrownBy(() -> store.expect(List.of("desk-1", "desk-1"))).isInstanceOf(RuntimeException.class);
            assertThat(store.expected()).as("all or nothing").isEqualTo(many);
            store.expect(List.of());
            assertThat(store.expected()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void knowsWhoHasJoinedByTokenAndKeyUntilItIsRevoked(TestDatabase database) throws Exception {
        try (Opened opened = database.open(folder)) {
            EnrolledAgents store = new EnrolledAgents(opened.client, opened.reads, opened.writes, opened.identity);
            for (String token : List.of("first", "second")) {
                store.add(new JoinTokenRecord(
                        token, "hash of " + token, false, List.of("site-a"), 1, 0, NOW, NOW.plusSeconds(60), false));
            }
            EnrolledAgent agent = new EnrolledAgent(
                    "agent-1",
                    "desk-1",
                    List.of("site-a"),
                    NOW,
                    NOW.plusSeconds(3600),
                    new IssuedCertificates("newest", "issuer", null),
                    null,
                    null);
            assertThat(store.join("hash of first", "key", agent)).isTrue();

            assertThat(store.joined("hash of first", "key")).contains(agent);
            assertThat(store.joined("hash of first", "another key")).isEmpty();
            assertThat(store.joined("hash of second", "key")).isEmpty();
            store.revoke("agent-1", NOW, "stolen");
            assertThat(store.joined("hash of first", "key")).isEmpty();
        }
    }
}
