package io.deskmeter.sound.pulse;

import io.deskmeter.sound.pulse.wire.Command;
import io.deskmeter.sound.pulse.wire.PulseError;
import io.deskmeter.sound.pulse.wire.PulseException;
import io.deskmeter.sound.pulse.wire.TagReader;
import io.deskmeter.sound.pulse.wire.TagWriter;
import java.util.Map;
import java.util.Set;

/** What a client tells of itself, and what it wants to be told. */
final class ClientCommands implements CommandGroup {
    /** What is kept of the properties of clients and streams. */
    private static final Set<String> KEPT = Set.of(
            "application.name", "application.process.id", "application.process.binary", "media.name", "media.role");

    private static final int COUNTS_OF_MEMORY = 5;

    private final PulseConnection client;

    ClientCommands(PulseConnection client) {
        this.client = client;
    }

    @Override
    public Result carryOut(Command command, int tag, TagReader in, TagWriter reply) throws PulseException {
        switch (command) {
            case SET_CLIENT_NAME -> {
                describe(in);
                reply.index(client.index());
            }
            case UPDATE_CLIENT_PROPLIST -> {
                in.u32();
                describe(in);
            }
            case REMOVE_CLIENT_PROPLIST -> {
                remove(in, client.properties());
                in.end();
            }
            case SUBSCRIBE -> {
                client.subscribe(in.index());
                in.end();
            }
            case STAT -> {
                in.end();
                for (int i = 0; i < COUNTS_OF_MEMORY; i++) {
                    reply.index(0);
                }
            }
            case AUTH -> throw PulseException.broken("command: AUTH again (expected: once)");
            case EXTENSION ->
                throw new PulseException(PulseError.NO_EXTENSION, "extension: none (expected: a command for playback)");
            case EXIT, KILL_CLIENT, KILL_SINK_INPUT, LOAD_MODULE, UNLOAD_MODULE, SUSPEND_SINK ->
                throw new PulseException(
                        PulseError.ACCESS, "command: " + command + " (expected: one that changes nothing for others)");
            default -> {
                return Result.NOT_MINE;
            }
        }
        return Result.DONE;
    }

    private void describe(TagReader in) throws PulseException {
        boolean changed = keep(in.properties(), client.properties());
        in.end();
        if (changed) {
            client.sink().tell(Facility.CLIENT, Facility.CHANGE, client.index());
        }
    }

    /** Keeps what is of use; returns whether anything has changed. */
    static boolean keep(Map<String, String> told, Map<String, String> kept) {
        boolean changed = false;
        for (Map.Entry<String, String> entry : told.entrySet()) {
            if (KEPT.contains(entry.getKey())) {
                changed |= !entry.getValue().equals(kept.put(entry.getKey(), entry.getValue()));
            }
        }
        return changed;
    }

    static void remove(TagReader in, Map<String, String> kept) throws PulseException {
        for (String key = in.string(); key != null; key = in.string()) {
            kept.remove(key);
        }
    }
}
