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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a store keeps of machines that are expected, and of those that join. */
@Tag("slow")
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

    private static void stored(Opened opened) {
        opened.jdbc.update("insert into store_identity (place, id) values (1, 'store') on conflict do nothing");
    }

    /** At the same time. */
    private static List<Boolean> both(Callable<Boolean> one, Callable<Boolean> other) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            CyclicBarrier begin = new CyclicBarrier(2);
            List<Boolean> done = new ArrayList<>();
            for (Future<Boolean> each : pool.invokeAll(Stream.of(one, other)
                    .map(call -> (Callable<Boolean>) () -> {
                        int unused = begin.await(30, TimeUnit.SECONDS);
                        return call.call();
                    })
                    .toList())) {
                done.add(each.get());
            }
            return done;
        } finally {
            pool.shutdownNow();
        }
    }

    /** Reproducer: what was kept was the sum of both; or one of them failed, if they had a name in common. */
    @ParameterizedTest
    @EnumSource
    void oneOfTwoListsAtTheSameTimeIsKeptAsAWhole(TestDatabase database) throws Exception {
        try (Opened opened = database.open(folder)) {
            stored(opened);
            StoredInstallations store = new StoredInstallations(opened.client, opened.reads, opened.writes);
            List<List<String>> lists = new ArrayList<>();
            for (String letter : List.of("a", "b")) {
                lists.add(IntStream.range(0, 600)
                        .mapToObj(i -> (i < 10 ? "common-" : letter) + (1000 + i))
                        .sorted()
                        .toList());
            }
            for (int round = 0; round < 10; round++) {
                both(
                        () -> {
                            store.expect(lists.get(0));
                            return true;
                        },
                        () -> {
                            store.expect(lists.get(1));
                            return true;
                        });
                assertThat(lists).contains(store.expected());
            }
        }
    }

    /** Reproducer: a machine whose question came twice at the same time spent two places, and was two agents. */
    @ParameterizedTest
    @EnumSource
    void aMachineThatJoinsTwiceAtTheSameTimeIsOne(TestDatabase database) throws Exception {
        try (Opened opened = database.open(folder)) {
            EnrolledAgents store = new EnrolledAgents(opened.client, opened.reads, opened.writes, opened.identity);
            for (int round = 0; round < 10; round++) {
                String hash = "hash " + round;
                store.add(new JoinTokenRecord(
                        "token " + round, hash, false, List.of(), 5, 0, NOW, NOW.plusSeconds(60), false));
                String agent = "agent-" + round;
                assertThat(both(
                                () -> store.join(hash, "key", agent(agent + "-one", "desk-1")),
                                () -> store.join(hash, "key", agent(agent + "-other", "desk-1"))))
                        .containsExactlyInAnyOrder(true, false);
                assertThat(store.token(hash).orElseThrow().joined()).isOne();
                assertThat(store.join(hash, "key", agent(agent + "-copy", "desk-2")))
                        .isTrue();
                // Reproducer: the copy was taken for the one that asks, which spent another place.
                assertThat(store.join(hash, "key", agent(agent + "-again", "desk-1")))
                        .isFalse();
            }
        }
    }

    private static EnrolledAgent agent(String id, String host) {
        return new EnrolledAgent(
                id,
                host,
                List.of(),
                NOW,
                NOW.plusSeconds(3600),
                new IssuedCertificates("newest", "issuer", null),
                null,
                null);
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

            assertThat(store.joined("hash of first", "key", "desk-1")).contains(agent);
            assertThat(store.hasConnected("agent-1")).isFalse();
            new ClientAgents(opened.client, opened.reads, opened.writes).add("agent-1");
            assertThat(store.hasConnected("agent-1")).isTrue();
            assertThat(store.joined("hash of first", "another key", "desk-1")).isEmpty();
            assertThat(store.joined("hash of second", "key", "desk-1")).isEmpty();
            store.revoke("agent-1", NOW, "stolen");
            assertThat(store.joined("hash of first", "key", "desk-1")).isEmpty();
        }
    }
}
