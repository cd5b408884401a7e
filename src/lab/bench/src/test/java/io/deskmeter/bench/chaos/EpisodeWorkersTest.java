package io.deskmeter.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EpisodeWorkersTest {
    private static final List<Disturbance> ALL = List.of(Disturbance.values());
    private static final int COUNT = 60;

    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private final List<EpisodeRow> told = new ArrayList<>();
    private boolean full;

    private static Episode episode(int number) {
        return Episode.draw(7, number, ALL, 2);
    }

    private static EpisodeRow row(Episode episode, int left) {
        return new EpisodeRow(episode, "r", "finished", List.of(), 1, 1, 0, 0, 0, left, List.of(), 0, 1);
    }

    private EpisodeWorkers workers(Function<Episode, EpisodeRow> trial) {
        return new EpisodeWorkers(() -> fleet(trial), EpisodeWorkersTest::episode, 1, COUNT, told::add);
    }

    private EpisodeWorkers.Fleet fleet(Function<Episode, EpisodeRow> trial) {
        opened.incrementAndGet();
        return new EpisodeWorkers.Fleet() {
            @Override
            public EpisodeRow of(Episode episode) {
                return trial.apply(episode);
            }

            @Override
            public boolean hasRoom() {
                return !full;
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
    }

    private List<Episode> episodes() {
        EpisodeRows rows = new EpisodeRows();
        told.forEach(rows::add);
        return rows.all().stream().map(EpisodeRow::episode).toList();
    }

    private static List<Episode> expected() {
        return IntStream.rangeClosed(1, COUNT)
                .mapToObj(EpisodeWorkersTest::episode)
                .toList();
    }

    @Test
    void allEpisodesAreTheSameHoweverManyFleetsThereAre() throws Exception {
        for (int fleets : List.of(1, 4)) {
            told.clear();
            workers(episode -> row(episode, 0)).run(fleets);
            assertThat(told).hasSize(COUNT);
            assertThat(episodes()).as(fleets + " fleets").isEqualTo(expected());
        }
        assertThat(opened.get()).isBetween(1 + 1, 1 + 4).isEqualTo(closed.get());
    }

    @Test
    void fleetsWorkAtTheSameTime() throws Exception {
        CyclicBarrier together = new CyclicBarrier(3);
        workers(episode -> {
                    try {
                        together.await(20, TimeUnit.SECONDS);
                    } catch (Exception alone) {
                        throw new IllegalStateException("no other fleet works", alone);
                    }
                    return row(episode, 0);
                })
                .run(3);
        assertThat(episodes()).isEqualTo(expected());
    }

    @Test
    void aFleetThatCouldNotBeCleanedUpIsReplaced() throws Exception {
        workers(episode -> switch (episode.number()) {
                    case 5 -> row(episode, 1);
                    case 9 -> EpisodeRow.unknown(episode, "r", "still preparing after 240 s", 240);
                    default -> row(episode, 0);
                })
                .run(1);
        assertThat(opened).hasValue(3);
        assertThat(closed).hasValue(3);
        assertThat(episodes()).isEqualTo(expected());
    }

    /** Reproducer: the disk of a fleet was full of 83 episodes, and the restart of its controller was refused. */
    @Test
    void aFleetWhoseDiskIsNearlyFullIsReplaced() throws Exception {
        workers(episode -> {
                    full = episode.number() == 5;
                    return row(episode, 0);
                })
                .run(1);
        assertThat(opened).hasValue(2);
        assertThat(closed).hasValue(2);
        assertThat(episodes()).isEqualTo(expected());
    }

    @Test
    void whatWasFoundBeforeAFleetCouldNotBeOpenedIsTold() {
        EpisodeWorkers workers = new EpisodeWorkers(
                () -> {
                    if (opened.get() == 1) {
                        throw new IOException("no room");
                    }
                    return fleet(episode -> row(episode, 1));
                },
                EpisodeWorkersTest::episode,
                1,
                COUNT,
                told::add);
        assertThatThrownBy(() -> workers.run(1)).isInstanceOf(IOException.class).hasMessageContaining("no room");
        assertThat(told).hasSize(1);
        assertThat(closed).hasValue(1);
    }

    @Test
    void nothingBeginsAndNothingIsToldAfterAStop() throws Exception {
        EpisodeWorkers[] workers = new EpisodeWorkers[1];
        workers[0] = workers(episode -> {
            if (episode.number() == 3) {
                workers[0].stop();
            }
            return row(episode, 0);
        });
        workers[0].run(1);
        assertThat(told).hasSize(2);
        assertThat(closed).hasValue(1);
    }
}
