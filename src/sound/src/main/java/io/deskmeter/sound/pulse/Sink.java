package io.deskmeter.sound.pulse;

import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.pulse.card.BufferMemory;
import io.deskmeter.sound.pulse.card.PlaybackStream;
import io.deskmeter.sound.pulse.card.VirtualCard;
import io.deskmeter.sound.pulse.format.ChannelMap;
import io.deskmeter.sound.pulse.format.SampleFormat;
import io.deskmeter.sound.pulse.format.SampleSpec;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The one sink of a sound server: its card, the clients and their streams. Owned by the event loop. {@link #advance}
 * comes before each change, {@link #changed} after it.
 */
final class Sink {
    static final String NAME = "deskmeter";
    static final int INDEX = 0;

    private static final long IDLE_NANOS = 50_000_000;
    private static final long SHORTEST_NANOS = 1_000_000;
    /**
     * Alarms of all sinks of an event loop ring together: to wake up costs more than to play. What is played, and when,
     * does not depend on it.
     */
    private static final long ALARM_STEP_NANOS = 2_000_000;
    /** The delay of the event loop that is stated halves in about half a second. */
    private static final int DELAY_DECAY = 64;

    private final SinkSettings settings;
    private final LongSupplier nanoTime;
    private final InstantSource wallClock;
    private final Alarm alarm;
    private final SinkCounters counters;
    private final VirtualCard card;
    private final BufferMemory memory;
    private final Map<Integer, PulseConnection> clients = new LinkedHashMap<>();
    private final Set<PulseConnection> unauthenticated = new LinkedHashSet<>();
    private final Map<Integer, OpenStream> streams = new LinkedHashMap<>();
    private int lastIndex;
    private long delay;
    private long due;
    private @Nullable Runnable cancel;
    private boolean closed;

    Sink(
            SinkSettings settings,
            LongSupplier nanoTime,
            InstantSource wallClock,
            Alarm alarm,
            SinkCounters counters,
            Consumer<SoundBlock> output) {
        this.settings = settings;
        this.nanoTime = nanoTime;
        this.wallClock = wallClock;
        this.alarm = alarm;
        this.counters = counters;
        this.card = new VirtualCard(settings.format(), nextAlarm(nanoTime.getAsLong()), settings.silentAfter(), output);
        this.memory = new BufferMemory(settings.limits().serverBytes());
    }

    SinkSettings settings() {
        return settings;
    }

    SinkCounters counters() {
        return counters;
    }

    InstantSource wallClock() {
        return wallClock;
    }

    LongSupplier nanoTime() {
        return nanoTime;
    }

    Alarm alarm() {
        return alarm;
    }

    VirtualCard card() {
        return card;
    }

    /** Of the sound that waits in streams. */
    BufferMemory memory() {
        return memory;
    }

    /** The form that the card prefers. */
    SampleSpec spec() {
        return new SampleSpec(
                SampleFormat.S16LE,
                settings.format().channels(),
                settings.format().rate());
    }

    ChannelMap map() {
        return ChannelMap.ofChannels(settings.format().channels());
    }

    /** Plays up to a time. */
    void advance(long now) {
        card.advance(now);
        counters.skipped(card.skipped());
    }

    /**
     * Whether sound that is added to the end of a stream would play no earlier if the sink advanced to a time before.
     */
    boolean playsUntil(long now, PlaybackStream stream) {
        return stream.playsFor(card.framesUntil(now));
    }

    /** Wakes up when something is due next. */
    void changed() {
        if (closed) {
            return;
        }
        long now = nanoTime.getAsLong();
        long wait = streams.isEmpty() ? IDLE_NANOS : Math.max(SHORTEST_NANOS, card.nanosToEvent(now));
        long next = nextAlarm(now + wait);
        if (cancel != null) {
            if (next - due >= 0) {
                return; // the alarm that is set is early enough, and sets the next one
            }
            cancel.run();
        }
        due = next;
        cancel = alarm.in(next - now, this::wake);
    }

    /**
     * The first instant from this one on at which an alarm may ring. Cards begin at one, so blocks of 10 ms end when
     * alarms ring.
     */
    private static long nextAlarm(long at) {
        return at + Math.floorMod(-at, ALARM_STEP_NANOS);
    }

    private void wake() {
        cancel = null;
        if (closed) {
            return;
        }
        long now = nanoTime.getAsLong();
        delay = Math.max(Math.max(0, now - due), delay - delay / DELAY_DECAY);
        card.delayedBy(delay);
        advance(now);
        changed();
    }

    /** Plays no more, and ends all connections. */
    void close() {
        closed = true;
        if (cancel != null) {
            cancel.run();
        }
        new ArrayList<>(clients.values()).forEach(client -> client.end("the sound server is closed"));
        new ArrayList<>(unauthenticated).forEach(client -> client.end("the sound server is closed"));
    }

    // ---- clients

    /** Takes a connection, or refuses it. */
    void arrived(PulseConnection client) {
        counters.accepted.increment();
        if (closed || clients.size() >= settings.limits().clients()) {
            counters.refused.increment();
            client.end("clients: " + clients.size() + " (expected: "
                    + settings.limits().clients() + " at most)");
            return;
        }
        if (unauthenticated.size() >= settings.limits().unauthenticated()) {
            counters.refused.increment();
            unauthenticated.iterator().next().end("another client connects, and this one has not authenticated");
        }
        unauthenticated.add(client);
    }

    /** A client has shown who it is; returns its index. */
    int authenticated(PulseConnection client) {
        unauthenticated.remove(client);
        counters.authenticated.increment();
        int index = nextIndex();
        clients.put(index, client);
        counters.connected.set(clients.size());
        tell(Facility.CLIENT, Facility.NEW, index);
        return index;
    }

    void left(PulseConnection client) {
        unauthenticated.remove(client);
        if (clients.remove(client.index(), client)) {
            counters.connected.set(clients.size());
            tell(Facility.CLIENT, Facility.REMOVE, client.index());
        }
    }

    Map<Integer, PulseConnection> clients() {
        return clients;
    }

    // ---- streams

    /** An index that nothing had before. */
    int nextIndex() {
        return ++lastIndex;
    }

    void opened(OpenStream stream) {
        streams.put(stream.index(), stream);
        card.add(stream.playback());
        counters.streams.set(streams.size());
        counters.plays();
        tell(Facility.SINK_INPUT, Facility.NEW, stream.index());
    }

    void closed(OpenStream stream) {
        if (streams.remove(stream.index()) != null) {
            card.remove(stream.playback());
            counters.streams.set(streams.size());
            tell(Facility.SINK_INPUT, Facility.REMOVE, stream.index());
        }
    }

    @Nullable
    OpenStream stream(int index) {
        return streams.get(index);
    }

    Collection<OpenStream> streams() {
        return streams.values();
    }

    /** Tells all clients that have subscribed to it. */
    void tell(Facility facility, int change, int index) {
        for (PulseConnection client : List.copyOf(clients.values())) {
            client.tell(facility, change, index);
        }
    }
}
