package io.deskmeter.bench.av.live;

import com.sun.management.OperatingSystemMXBean;
import io.deskmeter.bench.av.file.Pcm;
import io.deskmeter.bench.process.Await;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.analysis.ReferenceSound;
import io.deskmeter.sound.pulse.SinkCounts;
import io.deskmeter.sound.pulse.SinkLimits;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** Many real players at once. Not thread-safe. */
final class ManyPlayers implements AutoCloseable {
    /** They play until they are ended. */
    private static final int SOUND_SECONDS = 120;

    private static final int BUFFER_MILLIS = 300;
    private static final long SETTLE_SECONDS = 10;
    private static final long SECOND = 1_000_000_000;
    private static final double PERCENT = 100;

    private final SoundServer server;
    private final Path pcm;
    private final Executor executor;
    private final List<SoundServer.Playing> servers = new ArrayList<>();
    private final List<Process> players = new ArrayList<>();

    /**
     * None yet.
     *
     * @param folder that does not exist yet
     * @param executor calls the listeners
     */
    ManyPlayers(Path folder, ReferenceSound sound, Executor executor) throws IOException {
        this.server = new SoundServer(folder);
        this.pcm = Files.write(folder.resolve("many.raw"), Pcm.bytes(Pcm.of(sound, 0, SOUND_SECONDS * Pcm.RATE)));
        this.executor = executor;
    }

    /** One more, with a sound server of its own. */
    void add(SoundListener listener) throws IOException, SoundException {
        addTogether(1, listener);
    }

    /** So many more that play to the same sound server. */
    void addTogether(int count, SoundListener listener) throws IOException, SoundException {
        SinkLimits limits = SinkLimits.DEFAULT;
        SoundServer.Playing playing =
                server.open(count > limits.unauthenticated() ? limits.withClients(count) : limits, listener, executor);
        servers.add(playing);
        for (int i = 0; i < count; i++) {
            players.add(playing.player().play(pcm, BUFFER_MILLIS));
        }
    }

    /** Waits until all have begun. */
    void settle() throws IOException, InterruptedException {
        Await.until(() -> sum(SinkCounts::streams) >= players.size(), "streams of " + players.size() + " players");
        Await.instant(System.nanoTime() + SETTLE_SECONDS * SECOND);
    }

    /** What this process needs of a core for some seconds, in percent. */
    double corePercent(int seconds) throws InterruptedException {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long cpu = system.getProcessCpuTime();
        long since = System.nanoTime();
        Await.instant(since + seconds * SECOND);
        return PERCENT * (system.getProcessCpuTime() - cpu) / (System.nanoTime() - since);
    }

    /** One of the figures that sound servers count. */
    interface Count {
        long of(SinkCounts counts);
    }

    /** Of all servers together. */
    long sum(Count count) {
        return servers.stream()
                .mapToLong(each -> count.of(each.source().counts()))
                .sum();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        players.forEach(Process::destroy);
        for (Process player : players) {
            Player.end(player);
        }
        for (SoundServer.Playing each : servers) {
            each.close();
        }
        server.close();
    }
}
