package io.deskmeter.agent.session.handler;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.session.MarkScreenMatcher;
import io.deskmeter.agent.watch.ServerAnswers;
import io.deskmeter.agent.watch.SilentInterval;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.testkit.screen.Mark;
import io.deskmeter.testkit.screen.ScriptedScreen;
import io.deskmeter.testsupport.VirtualTime;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Handler;
import io.deskmeter.workload.step.Step;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WindowHandlersTest {
    private static final long MS = 1_000_000;

    private final VirtualTime time = new VirtualTime();
    private final ScriptedScreen screen = new ScriptedScreen(time, 80, 60);

    /** Stands still between two instants. */
    private static final class Server implements ServerAnswers {
        private final long from;
        private final long to;
        private int asked;

        private Server(long from, long to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public boolean canBeAsked() {
            return true;
        }

        @Override
        public boolean answeredSince(long instant) {
            return false;
        }

        @Override
        public List<SilentInterval> stops(long since, long until) {
            asked++;
            SilentInterval stop = new SilentInterval(Math.max(from, since), Math.min(to, until));
            return stop.nanos() > 0 ? List.of(stop) : List.of();
        }

        @Override
        public long waitingSince() {
            return Timing.NEVER;
        }

        @Override
        public String silence(long instant, long now) {
            return "";
        }
    }

    /**
     * Reproducer: the timer was set again each microsecond while the server stood still, as that much was missing when
     * it began to.
     */
    @Test
    void aWindowIsAnsweredWithoutHasteWhenTheServerGoesOn() {
        MarkScreenMatcher matcher = new MarkScreenMatcher();
        Frame frame = new Frame(80, 60);
        matcher.see(new FrameUpdate(frame, List.of(frame.bounds()), 0, 1));
        Handler handler = new Handler(new Condition.Appears("window"), List.of(new Step.Keys(List.of("F9"))), 3);
        Server server = new Server(300 * MS - 1000, 800 * MS);
        try (WindowHandlers windows = new WindowHandlers(List.of(handler), matcher, time, time.ticker(), time)) {
            windows.answeredBy(server);
            windows.connected(screen);
            windows.begin(Set.of());
            Rect place = Mark.of("window").paint(frame, 20, 20);
            FrameUpdate update = new FrameUpdate(frame, List.of(place), 0, 2);
            matcher.see(update);
            windows.see(update);
            time.advance(Duration.ofMillis(799));
            assertThat(screen.sent()).isEmpty();
            assertThat(server.asked).isLessThan(200);
            time.advance(Duration.ofMillis(30));
            assertThat(screen.sent()).hasSize(1);
        }
    }
}
