package io.deskmeter.controller.store.lease;

import io.deskmeter.controller.store.engine.StoreLocation;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.evidence.AtomicFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Which controller this is. A store that several controllers share keeps their runs apart by it.
 *
 * @param id of the data folder, kept in it: a controller that is started again has the same one
 * @param instance of this process, new at each start
 * @param name host and data folder, for people
 */
public record ControllerIdentity(String id, String instance, String name) {
    /**
     * Nobody else uses an embedded store, so all runs in it belong to the controller that opens it, also after its file
     * was copied.
     */
    private static final String EMBEDDED = "embedded";

    private static final Pattern ID = Pattern.compile("[0-9a-f-]{36}");

    /** Reads the identity of a data folder with a shared store, or makes one. */
    public static ControllerIdentity of(DataDirectory data, StoreLocation location) throws IOException {
        if (!location.shared()) {
            return new ControllerIdentity(EMBEDDED, UUID.randomUUID().toString(), host() + ":" + data.root());
        }
        Path file = data.controllerId();
        String id = Files.exists(file) ? Files.readString(file).strip() : create(file);
        if (!ID.matcher(id).matches()) {
            throw new IOException(
                    file + ": \"" + id + "\" (expected: a UUID; hint: restore the file; without it this controller"
                            + " does not find its runs in a shared store)");
        }
        return new ControllerIdentity(id, UUID.randomUUID().toString(), host() + ":" + data.root());
    }

    /** Whole or not at all: half an id would be another controller. */
    private static String create(Path file) throws IOException {
        String id = UUID.randomUUID().toString();
        AtomicFile.createPrivate(file, (id + "\n").getBytes(StandardCharsets.US_ASCII));
        return id;
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown-host";
        }
    }
}
