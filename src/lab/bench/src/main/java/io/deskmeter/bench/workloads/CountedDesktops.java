package io.deskmeter.bench.workloads;

import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.DesktopProvider;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.bench.session.RelayedDesktop;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Starts the one desktop of a measurement, and knows its processes and what it has sent. Thread-safe. */
final class CountedDesktops implements DesktopProvider {
    private final DesktopProvider desktops;
    private volatile @Nullable Desktop desktop;
    private volatile @Nullable CountingRelay relay;

    CountedDesktops(DesktopProvider desktops) {
        this.desktops = desktops;
    }

    @Override
    public Desktop start(int session, int width, int height) throws DesktopException {
        Desktop started = desktops.start(session, width, height);
        try {
            CountingRelay counting = CountingRelay.open(started.folder().resolve("counted"), started.rfbSocket());
            relay = counting;
            desktop = started;
            return new RelayedDesktop(started, counting.socket(), counting);
        } catch (IOException e) {
            started.close();
            throw new DesktopException("relay of the desktop in " + started.folder() + ": " + e, e);
        }
    }

    /**
     * The desktop's processes and those of its applications, also descendants that have lost the mark, as those of
     * browsers do when they write their title over it; none before the desktop has started.
     */
    List<Long> pids() {
        Desktop started = desktop;
        if (started == null) {
            return List.of();
        }
        Set<Long> marked = started.mark().entrySet().stream()
                .map(CountedDesktops::entry)
                .flatMap(mark -> Platforms.here().processes().carrying(mark).stream())
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet());
        return ProcessHandle.allProcesses()
                .filter(process -> descends(process, marked))
                .map(ProcessHandle::pid)
                .toList();
    }

    private static boolean descends(ProcessHandle process, Set<Long> ancestors) {
        for (Optional<ProcessHandle> one = Optional.of(process);
                one.isPresent();
                one = one.get().parent()) {
            if (ancestors.contains(one.get().pid())) {
                return true;
            }
        }
        return false;
    }

    private static String entry(Map.Entry<String, String> mark) {
        return mark.getKey() + "=" + mark.getValue();
    }

    /** Bytes of the display protocol that the desktop has sent so far. */
    long bytesSent() {
        CountingRelay counting = relay;
        return counting == null ? 0 : counting.bytesFromServer();
    }
}
