package io.deskmeter.agent.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.session.MarkScreenMatcher;
import io.deskmeter.agent.watch.landmark.LandmarkQuery;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.testkit.screen.Mark;
import io.deskmeter.vision.Match;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Region;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Watches evaluate damage only, with the same results as if they evaluated everything. */
@Tag("slow")
class IncrementalWatchTest {
    private static final Region TOP = new Region.Band(Region.Edge.TOP, 25);
    private static final Region RIGHT = new Region.Band(Region.Edge.RIGHT, 30);
    private static final int STEPS = 60;

    private final Frame frame = new Frame(80, 60);
    private final CountingScreenMatcher screenMatcher = new CountingScreenMatcher();
    private long sequence;

    /** Counts its calls. */
    private static final class CountingScreenMatcher implements ScreenMatcher {
        private final MarkScreenMatcher marks = new MarkScreenMatcher();
        private int finds;

        @Override
        public void see(FrameUpdate update) {
            marks.see(update);
        }

        @Override
        public void enter(Workload workload) {
            marks.enter(workload);
        }

        @Override
        public Frame frame() {
            return marks.frame();
        }

        @Override
        public Match find(LandmarkQuery sought) {
            finds++;
            return marks.find(sought);
        }

        @Override
        public Match nearest(String landmark) {
            return marks.nearest(landmark);
        }

        @Override
        public String diagnose(LandmarkQuery sought) {
            return marks.diagnose(sought);
        }

        @Override
        public Function<Frame, OptionalDouble> similarity(String landmark) {
            return marks.similarity(landmark);
        }

        @Override
        public Optional<Rect> lastSeen(String landmark) {
            return marks.lastSeen(landmark);
        }

        @Override
        public void close() {
            marks.close();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void answersAsIfAllOfEveryFrameWereLookedAt(long seed) {
        Random random = new Random(seed);
        for (int trial = 0; trial < 8; trial++) {
            Condition condition = condition(random, 2);
            Watch watch = start(condition, random);
            NaiveWatch naive = new NaiveWatch(condition, frame, this::region);
            long at = 1000;
            int firedIn = random.nextInt(4);
            for (int step = 0; step < STEPS; step++) {
                long previousAt = at;
                at += 1 + random.nextInt(40);
                FrameUpdate update = update(paint(random), at, random);
                if (step < firedIn) {
                    watch.rearm();
                    naive.rearm(frame);
                } else {
                    watch.see(previousAt, update);
                    naive.see(frame, at, previousAt);
                }
                long asked = at + random.nextInt(30);
                assertThat(watch.answer(asked))
                        .as("seed %d, trial %d, step %d of %s", seed, trial, step, condition)
                        .isEqualTo(naive.answer(asked));
            }
        }
    }

    private Watch start(Condition condition, Random random) {
        update(paint(random), 0, random);
        return WatchFactory.arm(condition, screenMatcher);
    }

    private Rect region(Condition condition) {
        Region region = condition instanceof Condition.Changes changes
                ? changes.region()
                : ((Condition.Settles) condition).region();
        return Regions.resolve(region, screenMatcher);
    }

    private Condition condition(Random random, int depth) {
        int kind = random.nextInt(depth == 0 ? 4 : 6);
        Region region = List.of(TOP, RIGHT, new Region.Whole()).get(random.nextInt(3));
        return switch (kind) {
            case 0 -> new Condition.Appears(name(random));
            case 1 -> new Condition.Vanishes(name(random));
            case 2 -> new Condition.Changes(region, 1 + random.nextInt(200));
            case 3 -> new Condition.Settles(region, 1 + random.nextInt(60), Duration.ofNanos(1L + random.nextInt(150)));
            case 4 -> new Condition.All(List.of(condition(random, depth - 1), condition(random, depth - 1)));
            default -> new Condition.Any(List.of(condition(random, depth - 1), condition(random, depth - 1)));
        };
    }

    private static String name(Random random) {
        return random.nextBoolean() ? "title" : "button";
    }

    /** Changes the picture or not; returns the region that may have changed. */
    private List<Rect> paint(Random random) {
        List<Rect> damage = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            int x = random.nextInt(80 - Mark.SIZE);
            int y = random.nextInt(60 - Mark.SIZE);
            Rect place = new Rect(x, y, 1 + random.nextInt(Mark.SIZE), 1 + random.nextInt(Mark.SIZE));
            switch (random.nextInt(4)) {
                case 0 -> damage.add(Mark.of(name(random)).paint(frame, x, y));
                case 1 -> damage.add(Mark.erase(frame, place));
                case 2 -> damage.add(colour(place, 1 + random.nextInt(3)));
                default -> damage.add(place);
            }
        }
        return damage;
    }

    private Rect colour(Rect place, int colour) {
        for (int y = place.y(); y < place.bottom(); y++) {
            for (int x = place.x(); x < place.right(); x++) {
                frame.pixels()[y * frame.width() + x] = colour;
            }
        }
        return place;
    }

    private FrameUpdate update(List<Rect> damage, long at, Random random) {
        List<Rect> told = random.nextInt(10) == 0 ? List.of(frame.bounds()) : damage;
        FrameUpdate update = new FrameUpdate(frame, told, at, ++sequence);
        screenMatcher.see(update);
        return update;
    }

    private void frameAt(Watch watch, Rect damage) {
        FrameUpdate update = new FrameUpdate(frame, List.of(damage), 100 + sequence, ++sequence);
        screenMatcher.see(update);
        watch.see(99 + sequence, update);
    }

    @Test
    void aLandmarkWhosePlaceIsUnchangedIsNotSearchedAgain() {
        Random random = new Random(1);
        update(List.of(Mark.of("title").paint(frame, 4, 2)), 0, random);
        Watch watch = WatchFactory.arm(new Condition.Vanishes("title"), screenMatcher);
        frameAt(watch, new Rect(40, 40, 5, 5));
        int before = screenMatcher.finds;
        for (int i = 0; i < 100; i++) {
            frameAt(watch, new Rect(4 + Mark.SIZE, 2, 60, 50));
        }
        assertThat(screenMatcher.finds).as("searches of irrelevant frames").isEqualTo(before);

        frameAt(watch, Mark.erase(frame, new Rect(4, 2, Mark.SIZE, Mark.SIZE)));
        assertThat(watch.answer(1_000)).isNotNull();
    }

    @Test
    void aChangeOfTheScreensSizeIsAlwaysSearched() {
        update(List.of(Mark.of("title").paint(frame, 60, 40)), 0, new Random(1));
        Watch watch = WatchFactory.arm(new Condition.Vanishes("title"), screenMatcher);
        frameAt(watch, new Rect(0, 0, 1, 1));
        FrameUpdate smaller = new FrameUpdate(new Frame(40, 30), List.of(new Rect(0, 0, 1, 1)), 500, ++sequence);
        screenMatcher.see(smaller);
        watch.see(400, smaller);

        assertThat(watch.answer(500)).isEqualTo(new WatchResult(400, 500, 500));
    }
}
