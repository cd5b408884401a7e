package io.deskmeter.controller.ingest;

import io.deskmeter.link.peer.PeerIdentity;
import java.util.HashMap;
import java.util.Map;

/**
 * How much room the batches that are held take, and who may take more: of the room that the others leave, one agent
 * gets half at most, so that each one finds some. Not thread-safe.
 */
final class HeldRoom {
    static final long MOST_BYTES = 512L << 20;
    static final int MOST_FILES = 20_000;
    /** Every user of a desktop can be a desktop agent: they must not take the room of client agents. */
    static final long MOST_BYTES_OF_DESKTOPS = 64L << 20;

    static final int MOST_FILES_OF_DESKTOPS = 2_000;

    private final Map<PeerIdentity, Used> used = new HashMap<>();

    private record Used(long bytes, int files) {
        static final Used NONE = new Used(0, 0);

        Used plus(Used other) {
            return new Used(bytes + other.bytes, files + other.files);
        }

        boolean isHalfOf(long mostBytes, int mostFiles) {
            return bytes <= mostBytes / 2 && files <= mostFiles / 2;
        }
    }

    /** Nothing is held. */
    void clear() {
        used.clear();
    }

    /** An agent's file of this size is held from now on. */
    void add(PeerIdentity agent, long bytes) {
        used.merge(agent, new Used(bytes, 1), Used::plus);
    }

    /** Whether an agent may have one more file of this size. */
    boolean mayAdd(PeerIdentity agent, long bytes) {
        Used own = used.getOrDefault(agent, Used.NONE).plus(new Used(bytes, 1));
        Used others = used.entrySet().stream()
                .filter(of -> !of.getKey().equals(agent))
                .map(Map.Entry::getValue)
                .reduce(Used.NONE, Used::plus);
        return agent.isDesktop()
                ? own.isHalfOf(MOST_BYTES_OF_DESKTOPS - others.bytes, MOST_FILES_OF_DESKTOPS - others.files)
                : own.isHalfOf(MOST_BYTES - others.bytes, MOST_FILES - others.files);
    }
}
