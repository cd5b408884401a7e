package io.deskmeter.screen.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.rfb.Recorder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FrameGateTest {
    private static final long MILLI = 1_000_000;

    private final Recorder recorder = new Recorder();
    private final AtomicBoolean shown = new AtomicBoolean(true);
    private final List<String> gone = new ArrayList<>();
    private final FrameGate gate = new FrameGate(recorder, shown::get, gone::add, lost -> {});
    private final Frame frame = new Frame(4, 2);

    private void draw(int colour, Rect damage, long at) {
        frame.pixels()[damage.y() * 4 + damage.x()] = colour;
        gate.onFrame(new FrameUpdate(frame, List.of(damage), at, 77));
    }

    @Test
    void the_first_frame_is_the_latest_withheld_with_its_own_time_and_all_of_it_damaged() {
        draw(1, new Rect(0, 0, 1, 1), 10);
        draw(2, new Rect(1, 0, 1, 1), 20);
        frame.pixels()[7] = 9;
        assertThat(recorder.seen()).isEmpty();
        gate.open();
        gate.open();
        assertThat(recorder.seen()).hasSize(1);
        assertThat(recorder.last().damage()).containsExactly(frame.bounds());
        assertThat(recorder.last().frame().pixels()).containsExactly(1, 2, 0, 0, 0, 0, 0, 0);
        assertThat(recorder.last().arrivedAt()).isEqualTo(20);
        draw(3, new Rect(2, 0, 1, 1), 30);
        assertThat(recorder.last().sequence()).isEqualTo(2);
        assertThat(recorder.last().damage()).containsExactly(new Rect(2, 0, 1, 1));
    }

    @Test
    void a_display_that_the_client_has_left_is_never_shown() {
        draw(1, frame.bounds(), 10);
        gate.open();
        shown.set(false);
        draw(0, frame.bounds(), 20);
        draw(0, frame.bounds(), 30);
        shown.set(true);
        draw(0, frame.bounds(), 40);
        assertThat(recorder.seen()).hasSize(1);
        assertThat(gone).containsExactly("its window has disappeared");
    }

    @Test
    void a_desktop_is_ready_when_covered_painted_and_still() {
        AtomicLong now = new AtomicLong();
        DesktopReadiness readiness = new DesktopReadiness(now::get);
        assertThat(readiness.covered(false)).isFalse();
        now.set(5 * MILLI);
        assertThat(readiness.covered(true)).as("just mapped").isFalse();
        now.set(105 * MILLI);
        assertThat(readiness.covered(true)).isTrue();
        assertThat(readiness.painted(gate)).as("never seen").isFalse();
        draw(0, frame.bounds(), 106 * MILLI);
        now.set(1004 * MILLI);
        assertThat(readiness.painted(gate)).as("one colour").isFalse();
        now.set(1005 * MILLI);
        assertThat(readiness.painted(gate)).as("a desktop of one colour").isTrue();
    }

    @Test
    void a_desktop_that_never_stops_changing_is_shown_in_the_end() {
        AtomicLong now = new AtomicLong();
        DesktopReadiness readiness = new DesktopReadiness(now::get);
        readiness.covered(true);
        now.set(300 * MILLI);
        draw(1, frame.bounds(), 250 * MILLI);
        assertThat(readiness.painted(gate)).as("painted 50 ms ago").isFalse();
        now.set(350 * MILLI);
        assertThat(readiness.painted(gate)).isTrue();
        draw(2, frame.bounds(), 999 * MILLI);
        now.set(1000 * MILLI);
        assertThat(readiness.painted(gate)).isTrue();
    }
}
