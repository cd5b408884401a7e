package io.deskmeter.sound.pulse;

import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundFormat;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A sound server in virtual time, without sockets. */
final class TestServer {
    static final SoundCookie COOKIE = SoundCookie.random(new SecureRandom());

    final ManualTime time = new ManualTime();
    final SinkCounters counters = new SinkCounters();
    final List<SoundBlock> blocks = new ArrayList<>();
    final Sink sink;

    TestServer(SinkSettings settings) {
        sink = new Sink(
                settings,
                time::nanoTime,
                () -> Instant.parse("2026-01-01T00:00:00Z").plusNanos(time.nanoTime()),
                time,
                counters,
                blocks::add);
        sink.changed();
    }

    TestServer() {
        this(SinkSettings.of(COOKIE));
    }

    SoundFormat format() {
        return sink.settings().format();
    }

    void pass(long millis) {
        time.advance(Duration.ofMillis(millis));
    }

    /** What is heard at a position; null in a gap. */
    @Nullable
    Short heard(long position, int channel) {
        for (SoundBlock block : blocks) {
            if (position >= block.position() && position < block.end()) {
                return block.sample((int) (position - block.position()), channel);
            }
        }
        return null;
    }

    /** The first position at which something is heard, from another on; −1 if nothing is. */
    long firstSound(long from) {
        for (SoundBlock block : blocks) {
            for (int i = 0; i < block.frames(); i++) {
                if (block.position() + i >= from && block.sample(i, 0) != 0) {
                    return block.position() + i;
                }
            }
        }
        return -1;
    }

    /** Sample frames of which nothing is known, up to the last block. */
    long missing() {
        long missing = 0;
        long end = 0;
        for (SoundBlock block : blocks) {
            missing += block.position() - end;
            end = block.end();
        }
        return missing;
    }
}
